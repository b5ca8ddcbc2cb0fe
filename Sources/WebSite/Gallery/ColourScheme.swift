/// The colours of a page, where one does not leave them to the browser.
package enum ColourScheme: String, CaseIterable, Sendable {
  case light
  case dark

  /// A style sheet as it would be if this were the only scheme: what is for
  /// those who prefer dark colours is for all or for nobody, by a condition
  /// that may stand beside others.
  func forced(in styleSheet: String) -> String {
    styleSheet
      .replacing(
        "(prefers-color-scheme: dark)", with: self == .dark ? "(width >= 0)" : "(width < 0)"
      )
      .replacing("color-scheme: light dark", with: "color-scheme: \(rawValue)")
  }
}
