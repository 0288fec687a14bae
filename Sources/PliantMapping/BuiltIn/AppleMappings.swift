// Apple's formats: Core Data models and the export of Health.

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

  /// The export of Apple's Health app.
  ///
  /// Dates are local times with offsets, kept as text; values are text too, because some are words.
  static let health = Entry(
    "health", about: "The export of Apple's Health app", root: "HealthData", requires: ["ExportDate"],
    """
    types: moment = date format='yyyy-MM-dd HH:mm:ss Z' zone=keep
    fields: @locale, exportDate = ExportDate/@value moment lenient, me = Me Me,
      records = Record Record list delete=cascade, correlations = Correlation Correlation list delete=cascade,
      workouts = Workout Workout list delete=cascade,
      activitySummaries = ActivitySummary ActivitySummary list delete=cascade,
      clinicalRecords = ClinicalRecord ClinicalRecord list delete=cascade,
      audiograms = Audiogram Audiogram list delete=cascade
    Me: dateOfBirth = @HKCharacteristicTypeIdentifierDateOfBirth,
      biologicalSex = @HKCharacteristicTypeIdentifierBiologicalSex,
      bloodType = @HKCharacteristicTypeIdentifierBloodType,
      skinType = @HKCharacteristicTypeIdentifierFitzpatrickSkinType,
      medicationsUse = @HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse
    Sample $abstract: @type, @sourceName whitespace=keep, @sourceVersion, @device whitespace=keep, @unit,
      @creationDate moment lenient, @startDate moment lenient, @endDate moment lenient,
      metadata = MetadataEntry Metadata list
    Record $extends=Sample: @value whitespace=keep,
      beats = HeartRateVariabilityMetadataList/InstantaneousBeatsPerMinute Beat list
    Correlation $extends=Sample: records = Record Record list
    Workout: workoutType = @workoutActivityType, @duration decimal lenient, @durationUnit,
      @totalDistance decimal lenient, @totalDistanceUnit, @totalEnergyBurned decimal lenient,
      @totalEnergyBurnedUnit, @sourceName whitespace=keep, @sourceVersion, @device whitespace=keep,
      @creationDate moment lenient, @startDate moment lenient, @endDate moment lenient,
      metadata = MetadataEntry Metadata list, events = WorkoutEvent WorkoutEvent list,
      statistics = WorkoutStatistics WorkoutStatistics list, routes = WorkoutRoute WorkoutRoute list
    WorkoutEvent: @type, @date moment lenient, @duration decimal lenient, @durationUnit,
      metadata = MetadataEntry Metadata list
    WorkoutStatistics: @type, @startDate moment lenient, @endDate moment lenient, @average decimal lenient,
      @minimum decimal lenient, @maximum decimal lenient, @sum decimal lenient, @unit
    WorkoutRoute: @sourceName whitespace=keep, @sourceVersion, @device whitespace=keep,
      @creationDate moment lenient, @startDate moment lenient, @endDate moment lenient,
      metadata = MetadataEntry Metadata list, file = FileReference/@path
    ActivitySummary: date = @dateComponents, energyBurned = @activeEnergyBurned decimal lenient,
      energyBurnedGoal = @activeEnergyBurnedGoal decimal lenient, energyBurnedUnit = @activeEnergyBurnedUnit,
      moveTime = @appleMoveTime decimal lenient, moveTimeGoal = @appleMoveTimeGoal decimal lenient,
      exerciseTime = @appleExerciseTime decimal lenient,
      exerciseTimeGoal = @appleExerciseTimeGoal decimal lenient,
      standHours = @appleStandHours decimal lenient, standHoursGoal = @appleStandHoursGoal decimal lenient
    ClinicalRecord: @type, @identifier, @sourceName whitespace=keep, @sourceURL, @fhirVersion,
      @receivedDate moment lenient, file = @resourceFilePath
    Audiogram: @type, @sourceName whitespace=keep, @sourceVersion, @device whitespace=keep,
      @creationDate moment lenient, @startDate moment lenient, @endDate moment lenient,
      metadata = MetadataEntry Metadata list, points = SensitivityPoint SensitivityPoint list
    SensitivityPoint: frequency = @frequencyValue decimal lenient, @frequencyUnit,
      left = @leftEarValue decimal lenient, leftUnit = @leftEarUnit, right = @rightEarValue decimal lenient,
      rightUnit = @rightEarUnit
    Beat: @bpm decimal lenient, @time
    Metadata: @key, @value whitespace=keep
    """)
}
