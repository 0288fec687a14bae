// Places on a map: GPX and KML.

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

  /// Places, lines and areas in KML 2.0 to 2.3; styles, regions and overlays are kept as XML.
  static let kml = Entry(
    "kml", about: "Places, lines and areas in KML", root: "kml",
    """
    namespaces: '' = http://www.opengis.net/kml/2.2 http://earth.google.com/kml/2.2
      http://earth.google.com/kml/2.1 http://earth.google.com/kml/2.0, atom = http://www.w3.org/2005/Atom,
      gx = http://www.google.com/kml/ext/2.2
    types: flag = boolean true='1 true' false='0 false'
    fields: features = * Feature list delete=cascade
    Feature $choice: document = Document Container, folder = Folder Container,
      placemark = Placemark Placemark, networkLink = NetworkLink Kept, groundOverlay = GroundOverlay Kept,
      screenOverlay = ScreenOverlay Kept, tour = gx:Tour Kept
    Kept: @id, content = . xml whitespace=keep
    Container: @id, name, visibility flag, open flag, author = atom:author/atom:name,
      link = atom:link/@href, address, snippet = Snippet, description, styleURL = styleUrl,
      lookAt = LookAt Kept, camera = Camera Kept, region = Region Kept, styles = Style Kept list,
      styleMaps = StyleMap Kept list, schemas = Schema Kept list, extended = ExtendedData Extended,
      features = * Feature list delete=cascade
    Placemark: @id, name, visibility flag, open flag, author = atom:author/atom:name,
      link = atom:link/@href, address, phoneNumber, snippet = Snippet,
      snippetLines = Snippet/@maxLines integer, description, lookAt = LookAt Kept, camera = Camera Kept,
      when = TimeStamp/when date zone=keep lenient, begin = TimeSpan/begin date zone=keep lenient,
      end = TimeSpan/end date zone=keep lenient, styleURL = styleUrl, style = Style Kept,
      region = Region Kept, extended = ExtendedData Extended, point = Point Geometry,
      line = LineString Geometry, ring = LinearRing Geometry, polygon = Polygon Polygon,
      geometries = MultiGeometry MultiGeometry, track = gx:Track Kept, multiTrack = gx:MultiTrack Kept,
      model = Model Kept
    Geometry: @id, extrude flag, tessellate flag, altitudeMode, coordinates list split
    Polygon: @id, extrude flag, tessellate flag, altitudeMode, outer = outerBoundaryIs/LinearRing Geometry,
      inner = innerBoundaryIs Boundary list
    Boundary: ring = LinearRing Geometry
    MultiGeometry: @id, parts = * Part list
    Part $choice: point = Point Geometry, line = LineString Geometry, ring = LinearRing Geometry,
      polygon = Polygon Polygon, geometries = MultiGeometry MultiGeometry
    Extended: data = Data Data list, schemaData = SchemaData SchemaData list
    Data: @name, @id, displayName, value
    SchemaData: schema = @schemaUrl, values = SimpleData SimpleData list
    SimpleData: @name, value = text()
    """)
}
