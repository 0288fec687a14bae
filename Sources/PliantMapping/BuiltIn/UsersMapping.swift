extension BuiltInMappings {
  /// People with names in one piece or two, their jobs and addresses.
  static let users = Entry(
    "users", about: "Users with their names, jobs and addresses", root: "users", requires: ["user/name"],
    """
    namespaces: v = urn:example:visits
    fields: visitors = v:visitor Visitor list, users = user User list
    User: @id key required, lastVisit = @v:last date format=yyyy-MM-dd, name = name/text(),
      firstName = name/first, lastName = name/last, email, job, address = address/@id,
      street xml about='XML text, since lines may be separated by <br/>', break = br
    Visitor: @v:id, name = text()
    """)
}
