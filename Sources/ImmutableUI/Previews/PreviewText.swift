/// The words that a preview is filled with where people or other machines
/// write them: names, titles, messages.
public enum PreviewText: String, CaseIterable, Sendable {
  /// As they are most of the time.
  case plain
  /// As nobody wants them: long, without blanks, in another direction, with
  /// markup in them.
  case hostile

  /// Some words, or hostile ones in their place: always the same for the
  /// same words.
  public func callAsFunction(_ words: String) -> String {
    guard self == .hostile, !words.isEmpty else { return words }
    let number = words.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 65_521 }
    return Self.hostileWords[number % Self.hostileWords.count]
  }

  /// A word of lower-case letters, or the longest that may stand in its
  /// place: 64 letters.
  public func word(_ word: String) -> String {
    self == .hostile ? String(String(repeating: word, count: 64).prefix(64)) : word
  }

  /// Each keeps the rules that the site has for names.
  static let hostileWords = [
    #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#,
    String(repeating: "Unreasonablylongname", count: 9),
    "الكنغر الأحمر، أكبر الجرابيات الحية",
    String(repeating: "the name of many words ", count: 8) + "x",
    "\u{202E}sdrawkcab\u{202C} 👩‍👩‍👧‍👦🏴‍☠️ &amp; %00 ${x} {{title}} '; --",
    "x",
  ]
}
