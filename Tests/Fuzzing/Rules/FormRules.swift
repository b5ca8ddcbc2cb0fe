import AnimalsData
import ImmutableUI
import Markup
import QuakesData
import Records

@testable import AnimalsUI

/// Invariants of posted forms.
enum FormRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let values = try NamedValuesRules.check(bytes) else { return }
    for isNew in [true, false] {
      try checkEditor(values) { values throws(MalformedRequest) in
        try RecordForm(values, isNew: isNew)
      }
    }
    try checkReader(values)
    for text in values.values(of: "name") + values.values(of: "title") { try checkPersonal(text) }
  }

  /// Checks that a form that is parsed and posted again is equal.
  private static func checkEditor(
    _ values: NamedValues, _ parse: (NamedValues) throws(MalformedRequest) -> RecordForm<Animal>
  ) throws(Violation) {
    let form: RecordForm<Animal>
    do throws(MalformedRequest) {
      form = try parse(values)
    } catch {
      return try requireReasons(error)
    }
    // A form without a note keeps that of the animal.
    let fields =
      ["name", "diet", "categoryId"] + (values.values(of: "note").isEmpty ? [] : ["note"])
    var items = fields.map { ($0, form[$0]) }
    switch form.purpose {
    case .add(let id):
      items.append(("id", id))
      try require(
        !id.isEmpty && id.utf8.count <= 64 && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
        "an id is visible ASCII and short")
    case .update(let animalId, let version):
      items += [("animalId", animalId), ("version", version)]
    }
    let text = Href(path: [], query: items).text
    guard let again = try? NamedValues(parsing: text.utf8.dropFirst(2)),
      let back = try? parse(again)
    else { throw Violation("a parsed form can be posted again: \(text)") }
    try require(
      back == form && isSame(back["name"], form["name"]), "a form that is posted again is equal")
  }

  /// Checks that a reader returns the value, or reports an error.
  private static func checkReader(_ values: NamedValues) throws(Violation) {
    let given = values.values(of: "range")
    var reader = ValueReader(values)
    let range: QuakesFeed.Range? = reader.choice("range")
    do throws(MalformedRequest) {
      try reader.finish()
    } catch {
      try requireReasons(error)
      return try require(range == nil || given.count > 1, "an accepted value is not refused")
    }
    try require(
      given.count <= 1 && range?.rawValue == given.first { !$0.isEmpty },
      "a choice equals the posted value")
  }

  private static func checkPersonal(_ text: String) throws(Violation) {
    guard let cleaned = try? UserText.validated(text, maximumLength: 200) else { return }
    try require(!cleaned.isEmpty && cleaned.count <= 200, "the length of a name is in range")
    try require(
      cleaned.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a name contains no control characters")
    guard let again = try? UserText.validated(cleaned, maximumLength: 200) else {
      throw Violation("a cleaned name is accepted")
    }
    try require(isSame(again, cleaned), "cleaning a name is idempotent")
  }
}
