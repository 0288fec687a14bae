// The reasons for missed goals: shares of the time from `perf record` of the release build, and the work that
// the peer omits.

/// Reasons printed next to goals.
enum Limit {
  static let uniquing = """
    39 % of the time goes into finding each value among those that were written already, in tables larger than the \
    processor's caches; it waits for memory, although the next sixty-four values are looked up at once. Reading the XML is \
    a fifth.
    """
  static let scattered = """
    half of the time waits for memory, since the objects of a binary list lie in the order in which they were first \
    met: 23 % is fetching the next ones ahead, 28 % reading them, 11 % counting how often each is meant.
    """
  static let checks = """
    reading by the grammar takes half of the time. Another quarter is work that libxml2 omits: looking for characters \
    of text in a wrong encoding, 15 %, and for duplicate keys, 7 %. UTF-8 takes 7 %, and reading the file 12 %.
    """
  static let wellFormed = """
    quick-xml looks for the next bracket and compares end tags. Of pliant's time, which is that of lint, 21 % goes into \
    characters of text in a wrong encoding, 16 % into the characters of text and CDATA sections, 10 % into attributes \
    and references and 6 % into UTF-8, all of which it leaves out.
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
