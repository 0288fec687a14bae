extension BuiltInMappings {
  /// The export of Apple's Health app.
  ///
  /// Dates are local times with offsets, kept as text; values are text too, because some are words.
  static let health: StaticString = """
    {
      "mapping": "health",
      "about": "The export of Apple's Health app",
      "root": "HealthData",
      "requires": ["ExportDate"],
      "types": {"moment": "date format='yyyy-MM-dd HH:mm:ss Z' zone=keep"},
      "fields": {
        "locale": "@locale",
        "exportDate": "ExportDate/@value moment lenient",
        "me": "Me Me",
        "records": "Record Record list delete=cascade",
        "correlations": "Correlation Correlation list delete=cascade",
        "workouts": "Workout Workout list delete=cascade",
        "activitySummaries": "ActivitySummary ActivitySummary list delete=cascade",
        "clinicalRecords": "ClinicalRecord ClinicalRecord list delete=cascade",
        "audiograms": "Audiogram Audiogram list delete=cascade"
      },
      "records": {
        "Me": {
          "dateOfBirth": "@HKCharacteristicTypeIdentifierDateOfBirth",
          "biologicalSex": "@HKCharacteristicTypeIdentifierBiologicalSex",
          "bloodType": "@HKCharacteristicTypeIdentifierBloodType",
          "skinType": "@HKCharacteristicTypeIdentifierFitzpatrickSkinType",
          "medicationsUse": "@HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"
        },
        "Sample": {
          "$abstract": true,
          "type": "@type",
          "sourceName": "@sourceName whitespace=keep",
          "sourceVersion": "@sourceVersion",
          "device": "@device whitespace=keep",
          "unit": "@unit",
          "creationDate": "@creationDate moment lenient",
          "startDate": "@startDate moment lenient",
          "endDate": "@endDate moment lenient",
          "metadata": "MetadataEntry Metadata list"
        },
        "Record": {
          "$extends": "Sample",
          "value": "@value whitespace=keep",
          "beats": "HeartRateVariabilityMetadataList/InstantaneousBeatsPerMinute Beat list"
        },
        "Correlation": {"$extends": "Sample", "records": "Record Record list"},
        "Workout": {
          "workoutType": "@workoutActivityType",
          "duration": "@duration decimal lenient",
          "durationUnit": "@durationUnit",
          "totalDistance": "@totalDistance decimal lenient",
          "totalDistanceUnit": "@totalDistanceUnit",
          "totalEnergyBurned": "@totalEnergyBurned decimal lenient",
          "totalEnergyBurnedUnit": "@totalEnergyBurnedUnit",
          "sourceName": "@sourceName whitespace=keep",
          "sourceVersion": "@sourceVersion",
          "device": "@device whitespace=keep",
          "creationDate": "@creationDate moment lenient",
          "startDate": "@startDate moment lenient",
          "endDate": "@endDate moment lenient",
          "metadata": "MetadataEntry Metadata list",
          "events": "WorkoutEvent WorkoutEvent list",
          "statistics": "WorkoutStatistics WorkoutStatistics list",
          "routes": "WorkoutRoute WorkoutRoute list"
        },
        "WorkoutEvent": {
          "type": "@type", "date": "@date moment lenient", "duration": "@duration decimal lenient",
          "durationUnit": "@durationUnit", "metadata": "MetadataEntry Metadata list"
        },
        "WorkoutStatistics": {
          "type": "@type", "startDate": "@startDate moment lenient", "endDate": "@endDate moment lenient",
          "average": "@average decimal lenient", "minimum": "@minimum decimal lenient",
          "maximum": "@maximum decimal lenient", "sum": "@sum decimal lenient", "unit": "@unit"
        },
        "WorkoutRoute": {
          "sourceName": "@sourceName whitespace=keep", "sourceVersion": "@sourceVersion",
          "device": "@device whitespace=keep", "creationDate": "@creationDate moment lenient",
          "startDate": "@startDate moment lenient", "endDate": "@endDate moment lenient",
          "metadata": "MetadataEntry Metadata list", "file": "FileReference/@path"
        },
        "ActivitySummary": {
          "date": "@dateComponents",
          "energyBurned": "@activeEnergyBurned decimal lenient",
          "energyBurnedGoal": "@activeEnergyBurnedGoal decimal lenient",
          "energyBurnedUnit": "@activeEnergyBurnedUnit",
          "moveTime": "@appleMoveTime decimal lenient",
          "moveTimeGoal": "@appleMoveTimeGoal decimal lenient",
          "exerciseTime": "@appleExerciseTime decimal lenient",
          "exerciseTimeGoal": "@appleExerciseTimeGoal decimal lenient",
          "standHours": "@appleStandHours decimal lenient",
          "standHoursGoal": "@appleStandHoursGoal decimal lenient"
        },
        "ClinicalRecord": {
          "type": "@type", "identifier": "@identifier", "sourceName": "@sourceName whitespace=keep",
          "sourceURL": "@sourceURL", "fhirVersion": "@fhirVersion", "receivedDate": "@receivedDate moment lenient",
          "file": "@resourceFilePath"
        },
        "Audiogram": {
          "type": "@type", "sourceName": "@sourceName whitespace=keep", "sourceVersion": "@sourceVersion",
          "device": "@device whitespace=keep", "creationDate": "@creationDate moment lenient",
          "startDate": "@startDate moment lenient", "endDate": "@endDate moment lenient",
          "metadata": "MetadataEntry Metadata list", "points": "SensitivityPoint SensitivityPoint list"
        },
        "SensitivityPoint": {
          "frequency": "@frequencyValue decimal lenient", "frequencyUnit": "@frequencyUnit",
          "left": "@leftEarValue decimal lenient", "leftUnit": "@leftEarUnit",
          "right": "@rightEarValue decimal lenient", "rightUnit": "@rightEarUnit"
        },
        "Beat": {"bpm": "@bpm decimal lenient", "time": "@time"},
        "Metadata": {"key": "@key", "value": "@value whitespace=keep"}
      }
    }
    """
}
