/// A colour scheme that overrides the preference of the browser.
package enum ColourScheme: String, CaseIterable, Sendable {
  case light
  case dark

  /// Returns a style sheet in which this is the only scheme, which `light-dark()` follows.
  func forced(in styleSheet: String) -> String {
    styleSheet.replacing("color-scheme: light dark", with: "color-scheme: \(rawValue)")
  }
}
