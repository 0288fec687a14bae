extension BuiltInMappings {
  /// GPX 1.1, and 1.0 with another namespace and other places.
  ///
  /// A point needs its coordinates; other invalid numbers and times are kept as text, with a note
  /// (`lenient`).
  static let gpx: StaticString = """
    {
      "mapping": "gpx",
      "about": "Waypoints, routes and tracks in GPX 1.1 and 1.0",
      "root": "gpx",
      "namespaces": {
        "": ["http://www.topografix.com/GPX/1/1", "http://www.topografix.com/GPX/1/0", ""],
        "xsi": "http://www.w3.org/2001/XMLSchema-instance"
      },
      "fields": {
        "version": "@version",
        "creator": "@creator",
        "schemaLocation": "@xsi:schemaLocation",
        "metadata": "metadata Metadata",
        "name": "name",
        "desc": "desc",
        "author": "author",
        "email": "email",
        "url": "url",
        "urlname": "urlname",
        "time": "time date lenient",
        "keywords": "keywords",
        "bounds": "bounds Bounds",
        "waypoints": "wpt Point list delete=cascade",
        "routes": "rte Route list delete=cascade",
        "tracks": "trk Track list delete=cascade",
        "extensions": "extensions xml"
      },
      "records": {
        "Point": {
          "lat": "@lat real required min=-90 max=90",
          "lon": "@lon real required min=-180 max=180",
          "ele": "ele real lenient",
          "time": "time date lenient",
          "course": "course real lenient",
          "speed": "speed real lenient",
          "magvar": "magvar real lenient",
          "geoidheight": "geoidheight real lenient",
          "name": "name",
          "cmt": "cmt",
          "desc": "desc",
          "src": "src",
          "links": "link Link list",
          "url": "url",
          "urlname": "urlname",
          "sym": "sym",
          "type": "type",
          "fix": "fix",
          "sat": "sat integer lenient",
          "hdop": "hdop real lenient",
          "vdop": "vdop real lenient",
          "pdop": "pdop real lenient",
          "ageofdgpsdata": "ageofdgpsdata real lenient",
          "dgpsid": "dgpsid integer lenient",
          "extensions": "extensions xml"
        },
        "Way": {
          "$abstract": true,
          "name": "name",
          "cmt": "cmt",
          "desc": "desc",
          "src": "src",
          "links": "link Link list",
          "url": "url",
          "urlname": "urlname",
          "number": "number integer lenient",
          "type": "type",
          "extensions": "extensions xml"
        },
        "Route": {
          "$extends": "Way",
          "points": "rtept Point list delete=cascade"
        },
        "Track": {
          "$extends": "Way",
          "segments": "trkseg Segment list delete=cascade"
        },
        "Segment": {
          "points": "trkpt Point list delete=cascade",
          "extensions": "extensions xml"
        },
        "Metadata": {
          "name": "name",
          "desc": "desc",
          "author": "author Person",
          "copyright": "copyright Copyright",
          "links": "link Link list",
          "time": "time date lenient",
          "keywords": "keywords",
          "bounds": "bounds Bounds",
          "extensions": "extensions xml"
        },
        "Person": {"name": "name", "emailId": "email/@id", "emailDomain": "email/@domain", "link": "link Link"},
        "Copyright": {"author": "@author", "year": "year", "license": "license"},
        "Link": {"href": "@href", "text": "text", "type": "type"},
        "Bounds": {
          "minlat": "@minlat real", "minlon": "@minlon real", "maxlat": "@maxlat real", "maxlon": "@maxlon real"
        }
      }
    }
    """
}
