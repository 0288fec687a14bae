extension BuiltInMappings {
  /// The `contents` file of a Core Data model, as Xcode has written it since version 4.3.
  static let xcdatamodel: StaticString = """
    {
      "mapping": "xcdatamodel",
      "about": "Core Data models: the contents file of an .xcdatamodel",
      "root": "model",
      "requires": ["entity"],
      "types": {
        "yesno": "boolean true=YES false=NO"
      },
      "fields": {
        "name": "@name",
        "type": "@type",
        "documentVersion": "@documentVersion",
        "lastSavedToolsVersion": "@lastSavedToolsVersion",
        "systemVersion": "@systemVersion",
        "minimumToolsVersion": "@minimumToolsVersion",
        "macOSVersion": "@macOSVersion",
        "iOSVersion": "@iOSVersion",
        "sourceLanguage": "@sourceLanguage",
        "usedWithCloudKit": "@usedWithCloudKit",
        "usedWithSwiftData": "@usedWithSwiftData",
        "userDefinedModelVersionIdentifier": "@userDefinedModelVersionIdentifier",
        "entities": "entity Entity list",
        "composites": "composite Composite list",
        "fetchRequests": "fetchRequest FetchRequest list",
        "configurations": "configuration Configuration list",
        "elements": "elements/element Element list"
      },
      "records": {
        "Entity": {
          "name": "@name key required",
          "representedClassName": "@representedClassName",
          "parentEntity": "@parentEntity references=Entity",
          "isAbstract": "@isAbstract yesno",
          "syncable": "@syncable yesno",
          "codeGenerationType": "@codeGenerationType",
          "elementID": "@elementID",
          "versionHashModifier": "@versionHashModifier",
          "coreSpotlightDisplayNameExpression": "@coreSpotlightDisplayNameExpression",
          "attributes": "attribute Attribute list",
          "relationships": "relationship Relationship list",
          "fetchedProperties": "fetchedProperty FetchedProperty list",
          "fetchIndexes": "fetchIndex FetchIndex list",
          "compoundIndexes": "compoundIndexes/compoundIndex CompoundIndex list",
          "uniquenessConstraints": "uniquenessConstraints/uniquenessConstraint UniquenessConstraint list",
          "userInfo": "userInfo/entry Entry list"
        },
        "Composite": {
          "name": "@name key required",
          "elementID": "@elementID",
          "versionHashModifier": "@versionHashModifier",
          "attributes": "attribute Attribute list",
          "userInfo": "userInfo/entry Entry list"
        },
        "Attribute": {
          "$keyScope": "owner",
          "name": "@name key required",
          "optional": "@optional yesno",
          "transient": "@transient yesno",
          "indexed": "@indexed yesno",
          "attributeType": "@attributeType",
          "compositeName": "@compositeName",
          "minValueString": "@minValueString whitespace=keep",
          "maxValueString": "@maxValueString whitespace=keep",
          "defaultValueString": "@defaultValueString whitespace=keep",
          "minDateTimeInterval": "@minDateTimeInterval real",
          "maxDateTimeInterval": "@maxDateTimeInterval real",
          "defaultDateTimeInterval": "@defaultDateTimeInterval real",
          "regularExpressionString": "@regularExpressionString whitespace=keep",
          "usesScalarValueType": "@usesScalarValueType yesno",
          "valueTransformerName": "@valueTransformerName",
          "customClassName": "@customClassName",
          "attributeValueClassName": "@attributeValueClassName",
          "allowsExternalBinaryDataStorage": "@allowsExternalBinaryDataStorage yesno",
          "storedInTruthFile": "@storedInTruthFile yesno",
          "spotlightIndexingEnabled": "@spotlightIndexingEnabled yesno",
          "preserveAfterDeletion": "@preserveAfterDeletion yesno",
          "allowsCloudEncryption": "@allowsCloudEncryption yesno",
          "ephemeral": "@ephemeral yesno",
          "derived": "@derived yesno",
          "derivationExpression": "@derivationExpression whitespace=keep",
          "syncable": "@syncable yesno",
          "elementID": "@elementID",
          "versionHashModifier": "@versionHashModifier",
          "userInfo": "userInfo/entry Entry list"
        },
        "Relationship": {
          "$keyScope": "owner",
          "name": "@name key required",
          "optional": "@optional yesno",
          "transient": "@transient yesno",
          "indexed": "@indexed yesno",
          "toMany": "@toMany yesno",
          "minCount": "@minCount integer min=0",
          "maxCount": "@maxCount integer min=0",
          "ordered": "@ordered yesno",
          "deletionRule": "@deletionRule",
          "destinationEntity": "@destinationEntity references=Entity",
          "inverseName": "@inverseName",
          "inverseEntity": "@inverseEntity references=Entity",
          "spotlightIndexingEnabled": "@spotlightIndexingEnabled yesno",
          "storedInTruthFile": "@storedInTruthFile yesno",
          "preserveAfterDeletion": "@preserveAfterDeletion yesno",
          "syncable": "@syncable yesno",
          "elementID": "@elementID",
          "versionHashModifier": "@versionHashModifier",
          "userInfo": "userInfo/entry Entry list"
        },
        "FetchedProperty": {
          "name": "@name required",
          "optional": "@optional yesno",
          "transient": "@transient yesno",
          "indexed": "@indexed yesno",
          "syncable": "@syncable yesno",
          "elementID": "@elementID",
          "versionHashModifier": "@versionHashModifier",
          "fetchRequest": "fetchRequest FetchRequest",
          "userInfo": "userInfo/entry Entry list"
        },
        "FetchRequest": {
          "name": "@name",
          "entity": "@entity",
          "predicateString": "@predicateString whitespace=keep",
          "fetchLimit": "@fetchLimit integer",
          "fetchBatchSize": "@fetchBatchSize integer",
          "resultType": "@resultType",
          "includeSubentities": "@includeSubentities yesno",
          "includePropertyValues": "@includePropertyValues yesno",
          "includesPendingChanges": "@includesPendingChanges yesno",
          "returnObjectsAsFaults": "@returnObjectsAsFaults yesno",
          "returnDistinctResults": "@returnDistinctResults yesno"
        },
        "FetchIndex": {
          "name": "@name",
          "partialIndexPredicateString": "@partialIndexPredicateString whitespace=keep",
          "elements": "fetchIndexElement FetchIndexElement list"
        },
        "FetchIndexElement": {
          "property": "@property",
          "expression": "@expression whitespace=keep",
          "expressionType": "@expressionType",
          "type": "@type",
          "order": "@order"
        },
        "CompoundIndex": {
          "properties": "index IndexProperty list"
        },
        "IndexProperty": {
          "value": "@value required"
        },
        "UniquenessConstraint": {
          "properties": "constraint IndexProperty list"
        },
        "Configuration": {
          "name": "@name required",
          "usedWithCloudKit": "@usedWithCloudKit yesno",
          "entities": "memberEntity MemberEntity list"
        },
        "MemberEntity": {
          "name": "@name required references=Entity"
        },
        "Element": {
          "name": "@name required",
          "positionX": "@positionX real",
          "positionY": "@positionY real",
          "width": "@width real",
          "height": "@height real"
        },
        "Entry": {
          "key": "@key required whitespace=keep",
          "value": "@value whitespace=keep"
        }
      }
    }
    """
}
