print("pliant-bench")
