print("pliant")
