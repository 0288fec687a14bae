extension BuiltInMappings {
  /// RSS 1.0, with Dublin Core, Syndication and Content.
  static let rss1 = Entry(
    "rss1", about: "Feeds in RSS 1.0, the RDF Site Summary", root: "rdf:RDF", requires: ["channel"],
    """
    namespaces: '' = http://purl.org/rss/1.0/ http://purl.org/net/rss1.1#
      http://my.netscape.com/rdf/simple/0.9/, rdf = http://www.w3.org/1999/02/22-rdf-syntax-ns#,
      dc = http://purl.org/dc/elements/1.1/ http://purl.org/dc/elements/1.0/,
      sy = http://purl.org/rss/1.0/modules/syndication/, content = http://purl.org/rss/1.0/modules/content/
    fields: language = @xml:lang, about = channel/@rdf:about lenient, title = channel/title lenient,
      link = channel/link lenient, description = channel/description lenient,
      date = channel/dc:date date lenient, creator = channel/dc:creator lenient,
      publisher = channel/dc:publisher lenient, rights = channel/dc:rights lenient,
      dcLanguage = channel/dc:language lenient, subjects = channel/dc:subject list,
      updatePeriod = channel/sy:updatePeriod lenient,
      updateFrequency = channel/sy:updateFrequency integer lenient,
      updateBase = channel/sy:updateBase date lenient, imageResource = channel/image/@rdf:resource lenient,
      order = channel/items/rdf:Seq/rdf:li Reference list,
      textInputResource = channel/textinput/@rdf:resource lenient, image Image lenient,
      items = item Item list delete=cascade, textInput = textinput TextInput lenient
    Reference: @rdf:resource, plainResource = @resource
    Item $repeated=replace: @rdf:about key lenient, title lenient, link lenient, description lenient,
      content = content:encoded cdata lenient, dc:date date lenient, dc:creator list, dc:publisher lenient,
      dc:rights lenient, subjects = dc:subject list
    Image: @rdf:about, title, url, link
    TextInput: @rdf:about, title, description, name, link
    """)
}
