extension BuiltInMappings {
  /// Teams with their contacts, building sites with their activities, which refer to teams.
  static let siteSchedule = Entry(
    "site-schedule", about: "Building sites, their activities, and the teams that do them", root: "schedule",
    requires: ["teams", "sites"],
    """
    types: moment = date format='yyyy-MM-dd H:mm' zone=Europe/Berlin, yesno = boolean true=YES false=NO
    fields: teams = teams/team Team list, sites = sites/site Site list
    Team: @code key required minLength=1, name, contacts = contact Contact list delete=cascade
    Contact: @phone, @isHead yesno, name = text()
    Site: @code key required minLength=1, name, street, zip = city/@zip, city, countryCode,
      activities = activities/activity Activity list delete=cascade
    Activity: @team references=Team required, @start moment required, @end moment, text = text()
    """)
}
