// What keeps pliant from a goal that it misses: shares of the time by `perf record` of the release build, and what the
// peer does not do.

/// Reasons that stand beside goals.
enum Limit {
  static let uniquing = """
    39 % of the time goes into finding each value among those that were written already, in tables larger than the \
    processor's caches; it waits for memory, although the next sixteen values are looked up at once. Reading the XML is \
    a fifth.
    """
  static let scattered = """
    half of the time waits for memory, since the objects of a binary list lie in the order in which they were first \
    met: 23 % is fetching the next ones ahead, 28 % reading them, 11 % counting how often each is meant.
    """
  static let tags = """
    tags and the ends of texts are 41 %, UTF-8 is 10 %; the row is met or missed by less than two runs differ.
    """
  static let utf8 = """
    checking UTF-8 is a pass of its own and the first to touch the file: 15 % of the compact document's time and 29 % of \
    the pretty one's. yyjson checks only strings, as it copies them, and does not look for keys that stand twice.
    """
  static let checks = """
    reading by the grammar is 35 %. The rest is what libxml2 does not do: reading the file twice, since its encoding \
    is judged by all of it, 11 %; characters that lint reports, 11 %; keys that stand twice, 8 %; UTF-8 twice, 11 %.
    """
  static let tree = """
    nine tenths are the tree. pugixml makes its own in the text itself, which it overwrites, and checks neither UTF-8 \
    nor characters nor names nor namespaces; what is asked of the tree takes 4 %.
    """
  static let wellFormed = """
    quick-xml looks for the next bracket and compares end tags. Of pliant's time, which is that of lint, UTF-8 is 20 %, \
    since the file is read twice to judge its encoding by all of it; text in a wrong encoding 14 %; namespaces 7 %; \
    attributes and their references 7 %; characters of CDATA sections 7 %: none of which it does.
    """
  static let records = """
    no part has more than 7 % of the time: reading tags by the mapping 25 %, text and UTF-8 15 %, keys 6 %, dates, \
    numbers and escapes of the output the rest. By the clock, two workers take an eighth to a tenth of lxml's time.
    """
  static let workers = """
    on this machine two copies of the program, each with one worker and a file of its own, get 1.4 to 1.8 times as much \
    done as one; cutting the input and putting the parts together is 15 to 20 % more work.
    """
}
