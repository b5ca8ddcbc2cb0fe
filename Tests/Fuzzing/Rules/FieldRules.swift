import ImmutableUI
import Markup

@testable import Records

/// Invariants of the fields of records.
enum FieldRules {
  /// A record with a field of each kind.
  struct Sample: Record {
    enum Light: String, CaseIterable, Codable, Sendable { case sun, shade }

    var text = ""
    var lines = ""
    var email: String?
    var website: String?
    var whole = 0
    var decimal = 0.0
    var flag = false
    var choice = Light.sun
    var day: Day?
    var moment = Day(1970, 1, 1).start
    var reference = Reference<Sample>()

    static let fields: Fields<Sample> = [
      .text(\.text, 0...20), .lines(\.lines, 0...50), .email(\.email), .webAddress(\.website),
      .whole(\.whole, -1_000...1_000), .decimal(\.decimal, -1e9...1e9), .flag(\.flag),
      .choice(\.choice), .day(\.day), .moment(\.moment), .reference(\.reference),
    ]
  }

  /// Checks that a text is refused with a message, or that its value is printed, stored
  /// and parsed to an equal one.
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    for field in Sample.fields {
      var record = Sample()
      do throws(InvalidField) {
        try field.parse(text, into: &record)
      } catch {
        try require(!error.message.isEmpty, "a refusal of \(field.name) has a message")
        continue
      }
      var again = Sample()
      do throws(InvalidField) {
        try field.parse(field.text(of: record), into: &again)
      } catch {
        throw Violation("the text of \(field.name) is valid: \(field.text(of: record))")
      }
      try require(again == record, "the text of \(field.name) leads to an equal value")
      var stored = Sample()
      guard (try? field.set(field.value(of: record), in: &stored)) != nil else {
        throw Violation("the column of \(field.name) is valid")
      }
      try require(stored == record, "the column of \(field.name) leads to an equal value")
      if let link = field.link(in: record, in: RecordsContext()) {
        // As bytes: a mark after the slash is one character with it.
        let bytes = link.text.lowercased().utf8
        try require(
          ["http://", "https://", "mailto:"].contains { bytes.starts(with: $0.utf8) },
          "a link of \(field.name) leads to a page or to a mailbox")
      }
    }
  }
}
