// pliant-formats(7), section KEYED ARCHIVES: what an archive's objects are shown as.

import CommandLineKit
import PliantCore

extension Manual {
  static let archiveBlocks: [ManualBlock] = [
    """
    What NSKeyedArchiver writes is a property list of objects that refer to one another by number. `pliant print` shows \
    the objects; `convert`, `query`, `extract`, `diff`, `info` and `xpath` do so with `--unarchive`, whether the archive is \
    `binary1`, `xml1` or `json`. Its document is a dictionary with a key for each root; the usual one is `root`.
    """,
    .table([
      ["class", "is shown as"],
      ["NSString, NSMutableString, NSUUID, NSURL", "a string"],
      ["NSNumber, NSDecimalNumber", "a number or boolean; a decimal number keeps every digit"],
      ["NSDate; NSData, NSMutableData", "a date; data"],
      ["NSNull, and no object", "null"],
      ["NSArray, NSOrderedSet, NSIndexPath", "an array"],
      ["NSSet", "a set"],
      ["NSDictionary", "a dictionary; with other keys than strings an array of `[key, value]`"],
      ["NSCountedSet", "an array of `[element, count]`"],
      ["NSIndexSet", "an array of `{\"location\": n, \"length\": n}`"],
      ["any other", "a dictionary of `$class` and the fields"],
    ]),
    """
    Mutable collections are shown as immutable ones, and of a class only its name, not those that it inherits from. An \
    object of these classes whose fields are not the usual ones is shown as any other, so that nothing is left out; so is \
    an object of a subclass.
    """,
    """
    A collection or object that is referred to more than once has `$id` where it is first, a number counted from 1, and is \
    `{"$ref": n}` elsewhere; an array or set is then the `$value` of a dictionary. Strings, numbers and other values are \
    repeated. A key that reads `$class`, `$id`, `$ref` or `$value` gets one more dollar sign.
    """,
    .example(
      Example(
        "pliant convert json --unarchive -o - friends.plist",
        "Two people who know each other.",
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
    A provisioning profile (`.mobileprovision`, `.provisionprofile`) and a signed configuration profile (`.mobileconfig`) \
    are property lists inside a CMS message (RFC 5652), as DER, BER or PEM. Every verb that reads documents takes the list \
    inside, with a note that the signature was not verified; certificates in the list are data. Such a file is never \
    rewritten, since its signature would be lost: `-o` writes the list to another one.
    """,
    .literal("pliant extract Entitlements json --pretty embedded.mobileprovision"),
    """
    Files of other kinds, such as compressed data, databases, images, programs or certificates, are named in the error: \
    `unsupported format: gzip-compressed data; decompress it first`.
    """,
  ]
}
