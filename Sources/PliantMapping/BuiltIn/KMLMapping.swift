extension BuiltInMappings {
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
