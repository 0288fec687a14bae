// Texts to translate: XLIFF and Android's string resources.

extension BuiltInMappings {
  /// Translations in XLIFF 1.2, as Xcode exports them; their texts are XML, with inline elements.
  static let xliff = Entry(
    "xliff", about: "Translations in XLIFF 1.2", root: "xliff", requires: ["file"],
    """
    namespaces: '' = urn:oasis:names:tc:xliff:document:1.2 urn:oasis:names:tc:xliff:document:1.1
    types: yesno = boolean true=yes false=no
    fields: @version, language = @xml:lang, files = file File list delete=cascade
    File: @original, sourceLanguage = @source-language, targetLanguage = @target-language, @datatype,
      @date date zone=keep lenient, buildNumber = @build-num, productName = @product-name,
      productVersion = @product-version, @xml:space, header xml, content = body/* Content list delete=cascade
    Content $choice: unit = trans-unit Unit, group Group
    Group: @id, name = @resname, type = @restype, @datatype, notes = note Note list,
      content = * Content list delete=cascade
    Unit: @id, name = @resname, type = @restype, @approved yesno, @translate yesno, maxWidth = @maxwidth,
      sizeUnit = @size-unit, @xml:space, source xml whitespace=keep, sourceLanguage = source/@xml:lang,
      segments = seg-source xml whitespace=keep, target xml whitespace=keep,
      targetLanguage = target/@xml:lang, state = target/@state, stateQualifier = target/@state-qualifier,
      notes = note Note list, alternatives = alt-trans Alternative list
    Note: @from, @priority integer lenient, @annotates, language = @xml:lang, text = text()
    Alternative: quality = @match-quality, @origin, source xml whitespace=keep, target xml whitespace=keep,
      targetLanguage = target/@xml:lang, state = target/@state
    """)

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
