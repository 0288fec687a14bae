// PlistBuddy's help texts.

enum PlistBuddyTexts {
  static let usage = Manual.text(PackageResources.plistbuddy_usage_txt)
  static let help = Manual.text(PackageResources.plistbuddy_help_txt)
}
