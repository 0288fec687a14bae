extension BuiltInMappings {
  /// Teams with their contacts, building sites with their activities, which refer to teams.
  static let siteSchedule: StaticString = """
    {
      "mapping": "site-schedule",
      "about": "Building sites, their activities, and the teams that do them",
      "root": "schedule",
      "requires": ["teams", "sites"],
      "types": {
        "moment": "date format='yyyy-MM-dd H:mm' zone=Europe/Berlin",
        "yesno": "boolean true=YES false=NO"
      },
      "fields": {
        "teams": "teams/team Team list",
        "sites": "sites/site Site list"
      },
      "records": {
        "Team": {
          "code": "@code key required minLength=1",
          "name": "name",
          "contacts": "contact Contact list delete=cascade"
        },
        "Contact": {
          "phone": "@phone",
          "isHead": "@isHead yesno",
          "name": "text()"
        },
        "Site": {
          "code": "@code key required minLength=1",
          "name": "name",
          "street": "street",
          "zip": "city/@zip",
          "city": "city",
          "countryCode": "countryCode",
          "activities": "activities/activity Activity list delete=cascade"
        },
        "Activity": {
          "team": "@team references=Team required",
          "start": "@start moment required",
          "end": "@end moment",
          "text": "text()"
        }
      }
    }
    """
}
