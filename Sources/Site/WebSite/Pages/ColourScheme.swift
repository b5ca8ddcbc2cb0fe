/// A colour scheme that overrides the preference of the browser.
package enum ColourScheme: String, CaseIterable, Sendable {
  case light
  case dark

  /// Returns a style sheet in which this is the only scheme. Media queries for
  /// dark colours become conditions that are always true or always false, and
  /// can be combined with others.
  func forced(in styleSheet: String) -> String {
    styleSheet
      .replacing(
        "(prefers-color-scheme: dark)", with: self == .dark ? "(width >= 0)" : "(width < 0)"
      )
      .replacing("color-scheme: light dark", with: "color-scheme: \(rawValue)")
  }
}
