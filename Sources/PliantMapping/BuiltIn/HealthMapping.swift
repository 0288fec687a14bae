extension BuiltInMappings {
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
