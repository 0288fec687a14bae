extension BuiltInMappings {
  /// GPX 1.1, and 1.0 with another namespace and other places.
  ///
  /// A point needs its coordinates; other invalid numbers and times are text, with a note (`lenient`).
  static let gpx = Entry(
    "gpx", about: "Waypoints, routes and tracks in GPX 1.1 and 1.0", root: "gpx",
    """
    namespaces: '' = http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/0 '',
      xsi = http://www.w3.org/2001/XMLSchema-instance
    fields: @version, @creator, @xsi:schemaLocation, metadata Metadata, name, desc, author, email, url,
      urlname, time date lenient, keywords, bounds Bounds, waypoints = wpt Point list delete=cascade,
      routes = rte Route list delete=cascade, tracks = trk Track list delete=cascade, extensions xml
    Point: @lat real required min=-90 max=90, @lon real required min=-180 max=180, ele real lenient,
      time date lenient, course real lenient, speed real lenient, magvar real lenient,
      geoidheight real lenient, name, cmt, desc, src, links = link Link list, url, urlname, sym, type, fix,
      sat integer lenient, hdop real lenient, vdop real lenient, pdop real lenient,
      ageofdgpsdata real lenient, dgpsid integer lenient, extensions xml
    Way $abstract: name, cmt, desc, src, links = link Link list, url, urlname, number integer lenient, type,
      extensions xml
    Route $extends=Way: points = rtept Point list delete=cascade
    Track $extends=Way: segments = trkseg Segment list delete=cascade
    Segment: points = trkpt Point list delete=cascade, extensions xml
    Metadata: name, desc, author Person, copyright Copyright, links = link Link list, time date lenient,
      keywords, bounds Bounds, extensions xml
    Person: name, emailId = email/@id, emailDomain = email/@domain, link Link
    Copyright: @author, year, license
    Link: @href, text, type
    Bounds: @minlat real, @minlon real, @maxlat real, @maxlon real
    """)
}
