extension BuiltInMappings {
  /// Android string resources; texts are XML, because they may contain markup.
  static let androidStrings = Entry(
    "android-strings", about: "Strings, plurals and string arrays of Android", root: "resources",
    requires: ["string"],
    """
    namespaces: tools = http://schemas.android.com/tools
    fields: @tools:locale, @tools:ignore, content = * Resource list delete=cascade
    Resource $choice: string String, plurals Plurals, array = string-array Array
    String: @name key required, @translatable boolean, @formatted boolean, @product, @tools:ignore,
      text = . xml whitespace=keep
    Plurals: @name key required, @translatable boolean, @tools:ignore, items = item Quantity list
    Quantity: @quantity required values='zero one two few many other', text = . xml whitespace=keep
    Array: @name key required, @translatable boolean, @tools:ignore, items = item xml list whitespace=keep
    """)
}
