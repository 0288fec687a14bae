extension BuiltInMappings {
  /// Android string resources; texts are XML, because they may contain markup.
  static let androidStrings: StaticString = """
    {
      "mapping": "android-strings",
      "about": "Strings, plurals and string arrays of Android",
      "root": "resources",
      "requires": ["string"],
      "namespaces": {"tools": "http://schemas.android.com/tools"},
      "fields": {
        "locale": "@tools:locale",
        "ignore": "@tools:ignore",
        "content": "* Resource list delete=cascade"
      },
      "records": {
        "Resource": {
          "$choice": true,
          "string": "string String",
          "plurals": "plurals Plurals",
          "array": "string-array Array"
        },
        "String": {
          "name": "@name key required",
          "translatable": "@translatable boolean",
          "formatted": "@formatted boolean",
          "product": "@product",
          "ignore": "@tools:ignore",
          "text": ". xml whitespace=keep"
        },
        "Plurals": {
          "name": "@name key required", "translatable": "@translatable boolean", "ignore": "@tools:ignore",
          "items": "item Quantity list"
        },
        "Quantity": {
          "quantity": "@quantity required values='zero one two few many other'", "text": ". xml whitespace=keep"
        },
        "Array": {
          "name": "@name key required", "translatable": "@translatable boolean", "ignore": "@tools:ignore",
          "items": "item xml list whitespace=keep"
        }
      }
    }
    """
}
