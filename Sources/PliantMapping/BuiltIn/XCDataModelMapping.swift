extension BuiltInMappings {
  /// The `contents` file of a Core Data model, as Xcode has written it since version 4.3.
  static let xcdatamodel = Entry(
    "xcdatamodel", about: "Core Data models: the contents file of an .xcdatamodel", root: "model",
    requires: ["entity"],
    """
    types: yesno = boolean true=YES false=NO
    fields: @name, @type, @documentVersion, @lastSavedToolsVersion, @systemVersion, @minimumToolsVersion,
      @macOSVersion, @iOSVersion, @sourceLanguage, @usedWithCloudKit, @usedWithSwiftData,
      @userDefinedModelVersionIdentifier, entities = entity Entity list,
      composites = composite Composite list, fetchRequests = fetchRequest FetchRequest list,
      configurations = configuration Configuration list, elements = elements/element Element list
    Entity: @name key required, @representedClassName, @parentEntity references=Entity, @isAbstract yesno,
      @syncable yesno, @codeGenerationType, @elementID, @versionHashModifier,
      @coreSpotlightDisplayNameExpression, attributes = attribute Attribute list,
      relationships = relationship Relationship list,
      fetchedProperties = fetchedProperty FetchedProperty list, fetchIndexes = fetchIndex FetchIndex list,
      compoundIndexes = compoundIndexes/compoundIndex CompoundIndex list,
      uniquenessConstraints = uniquenessConstraints/uniquenessConstraint UniquenessConstraint list,
      userInfo = userInfo/entry Entry list
    Composite: @name key required, @elementID, @versionHashModifier, attributes = attribute Attribute list,
      userInfo = userInfo/entry Entry list
    Attribute $keyScope=owner: @name key required, @optional yesno, @transient yesno, @indexed yesno,
      @attributeType, @compositeName, @minValueString whitespace=keep, @maxValueString whitespace=keep,
      @defaultValueString whitespace=keep, @minDateTimeInterval real, @maxDateTimeInterval real,
      @defaultDateTimeInterval real, @regularExpressionString whitespace=keep, @usesScalarValueType yesno,
      @valueTransformerName, @customClassName, @attributeValueClassName,
      @allowsExternalBinaryDataStorage yesno, @storedInTruthFile yesno, @spotlightIndexingEnabled yesno,
      @preserveAfterDeletion yesno, @allowsCloudEncryption yesno, @ephemeral yesno, @derived yesno,
      @derivationExpression whitespace=keep, @syncable yesno, @elementID, @versionHashModifier,
      userInfo = userInfo/entry Entry list
    Relationship $keyScope=owner: @name key required, @optional yesno, @transient yesno, @indexed yesno,
      @toMany yesno, @minCount integer min=0, @maxCount integer min=0, @ordered yesno, @deletionRule,
      @destinationEntity references=Entity, @inverseName, @inverseEntity references=Entity,
      @spotlightIndexingEnabled yesno, @storedInTruthFile yesno, @preserveAfterDeletion yesno,
      @syncable yesno, @elementID, @versionHashModifier, userInfo = userInfo/entry Entry list
    FetchedProperty: @name required, @optional yesno, @transient yesno, @indexed yesno, @syncable yesno,
      @elementID, @versionHashModifier, fetchRequest FetchRequest, userInfo = userInfo/entry Entry list
    FetchRequest: @name, @entity, @predicateString whitespace=keep, @fetchLimit integer,
      @fetchBatchSize integer, @resultType, @includeSubentities yesno, @includePropertyValues yesno,
      @includesPendingChanges yesno, @returnObjectsAsFaults yesno, @returnDistinctResults yesno
    FetchIndex: @name, @partialIndexPredicateString whitespace=keep,
      elements = fetchIndexElement FetchIndexElement list
    FetchIndexElement: @property, @expression whitespace=keep, @expressionType, @type, @order
    CompoundIndex: properties = index IndexProperty list
    IndexProperty: @value required
    UniquenessConstraint: properties = constraint IndexProperty list
    Configuration: @name required, @usedWithCloudKit yesno, entities = memberEntity MemberEntity list
    MemberEntity: @name required references=Entity
    Element: @name required, @positionX real, @positionY real, @width real, @height real
    Entry: @key required whitespace=keep, @value whitespace=keep
    """)
}
