import Commands

// make compiles Build.swift in, which names the commit and the compiler.
#if PLIANT_BUILD
  Program.main(build: build)
#else
  Program.main()
#endif
