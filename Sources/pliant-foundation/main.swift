print("pliant-foundation")
