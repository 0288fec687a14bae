// pliant-formats(7), section KEYED ARCHIVES: how pliant shows the objects of an archive.

extension Manual {
  static let archiveBlocks: [ManualBlock] = [
    """
    NSKeyedArchiver writes a property list of objects that refer to one another by number. `pliant print` shows the \
    objects; `convert`, `query`, `extract`, `diff`, `info` and `xpath` decode them with `--unarchive`, from `binary1`, \
    `xml1` or `json`. The decoded document is a dictionary with a key for each root, usually `root`.
    """,
    .table([
      ["class", "representation"], ["NSString, NSMutableString, NSUUID, NSURL", "a string"],
      ["NSNumber, NSDecimalNumber", "a number or boolean; a decimal number keeps every digit"],
      ["NSDate; NSData, NSMutableData", "a date; data"], ["NSNull, and no object", "null"],
      ["NSArray, NSOrderedSet, NSIndexPath", "an array"], ["NSSet", "a set"],
      ["NSDictionary", "a dictionary; with other keys than strings an array of `[key, value]`"],
      ["NSCountedSet", "an array of `[element, count]`"],
      ["NSIndexSet", "an array of `{\"location\": n, \"length\": n}`"],
      ["NSAttributedString", "an array of runs, `{\"string\": text, \"attributes\": {\u{2026}}}`"],
      ["NSColor, UIColor", "a dictionary whose components are arrays of numbers"],
      ["any other", "a dictionary with `$class` and the fields"],
    ]),
    """
    Mutable collections look like immutable ones. `$class` is the name of the class without its superclasses. An object \
    of a subclass, or one with unexpected fields, is a dictionary with all of its fields.
    """,
    """
    A collection or object with several references to it has an `$id` (from 1) at its first occurrence and is \
    `{"$ref": n}` elsewhere; an array or set is then the `$value` of a dictionary. Strings, numbers and other values \
    repeat. The keys `$class`, `$id`, `$ref`, `$value` and `$archive` of an object get another dollar sign. An archive \
    in the data of an archive, up to four deep, is `{"$archive": roots}`.
    """,
    .example(
      Example(
        "pliant convert json --unarchive -o - friends.plist",
        "Decode an archive of two people who know each other.",
        output: """
          {"root":{"$class":"Person","$id":1,"name":"Anna","born":"1990-05-17T00:00:00Z","friends":[{"$class":"Person",\
          "name":"Jörg","born":null,"friends":[{"$ref":1}]}]}}
          friends.plist: note: 1 date became an ISO 8601 string [conversion/loss]

          """)),
    """
    A reference to an object that is not in the archive is an error. The archives that NSArchiver wrote (`streamtyped`) and \
    compiled interface files (NIBArchive) are other formats, which pliant does not read.
    """,
  ]

  static let signedBlocks: [ManualBlock] = [
    """
    Provisioning profiles (`.mobileprovision`, `.provisionprofile`) and signed configuration profiles (`.mobileconfig`) \
    contain a property list in a CMS message (RFC 5652), as DER, BER or PEM. Every command that reads documents reads that \
    list, with a note that it did not verify the signature; certificates in the list are data. pliant never rewrites such \
    a file, because that would invalidate its signature; `-o` writes the list to another file.
    """, .literal("pliant extract Entitlements json --pretty embedded.mobileprovision"),
    """
    For compressed data, databases, images, programs, certificates and other known kinds of file, the error identifies the \
    kind: `unsupported format: gzip-compressed data; decompress it first`.
    """,
  ]
}
