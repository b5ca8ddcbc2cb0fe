/// The sample text of a preview, in place of names, titles and messages that
/// people or other systems provide.
///
/// ```swift
/// print(PreviewText.plain("Otter"))  // Otter
/// print(PreviewText.hostile("Otter") != "Otter")  // true
/// ```
public enum PreviewText: String, CaseIterable, Sendable {
  /// Typical text.
  case plain
  /// Text that breaks layouts or escaping: very long, without spaces, right to
  /// left, or with markup.
  case hostile

  /// Returns the text, or a hostile replacement that is always the same for the
  /// same text.
  public func callAsFunction(_ words: String) -> String {
    guard self == .hostile, !words.isEmpty else { return words }
    let number = words.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 65_521 }
    return Self.hostileWords[number % Self.hostileWords.count]
  }

  /// Returns a lower-case word, or a word of the maximum length of 64 letters.
  public func word(_ word: String) -> String {
    self == .hostile ? String(String(repeating: word, count: 64).prefix(64)) : word
  }

  /// Every text is a valid name on the site.
  static let hostileWords = [
    #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#,
    String(repeating: "Unreasonablylongname", count: 9),
    "الكنغر الأحمر، أكبر الجرابيات الحية",
    String(repeating: "the name of many words ", count: 8) + "x",
    "\u{202E}sdrawkcab\u{202C} 👩‍👩‍👧‍👦🏴‍☠️ &amp; %00 ${x} {{title}} '; --",
    "x",
  ]
}
