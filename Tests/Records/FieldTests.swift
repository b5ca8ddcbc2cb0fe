import Testing

@testable import Records

/// The derived properties of fields.
@Suite struct FieldTests {
  /// The name, the label and the hint of each field.
  @Test(
    arguments: [
      ("name", "Name", "Up to 20 characters"),
      ("family", "Family", "Optional. Up to 30 characters"),
      ("light", "Light", nil),
      ("height", "Height", "A whole number from 1 to 15,000, in cm"),
      ("acidity", "pH", "A number from 0 to 14"),
      ("soil", "Soil", nil),
      ("wateringDays", "Watering days", "A whole number from −5 to 30"),
    ] as [(String, String, String?)])
  func `The label and hint of a field are derived from its declaration`(
    name: String, label: String, hint: String?
  ) throws {
    let field = try #require(Plant.fields[name])
    #expect(field.label == label)
    #expect(field.hint == hint)
  }

  /// The name of a field, the entered text, and the parsed value in an input and
  /// on a page.
  @Test(
    arguments: [
      ("name", "  Fern ", "Fern", "Fern"),
      ("name", "<b>&\"'", "<b>&\"'", "<b>&\"'"),
      ("family", " \t", "", ""),
      ("light", "halfShade", "halfShade", "Half shade"),
      ("height", " 15,000\n", "15000", "15,000 cm"),
      ("height", "007", "7", "7 cm"),
      ("acidity", "7", "7", "7"),
      ("acidity", "6.50", "6.5", "6.5"),
      ("acidity", "5e-1", "0.5", "0.5"),
      ("acidity", "6,5", "6.5", "6.5"),
      ("acidity", "６．５", "6.5", "6.5"),
      ("height", "１２", "12", "12 cm"),
      ("wateringDays", "−5", "-5", "−5"),
    ])
  func `A valid text is parsed and formatted`(
    name: String, typed: String, text: String, shown: String
  ) throws {
    let field = try #require(Plant.fields[name])
    var plant = Plant()
    try field.parse(typed, into: &plant)
    #expect(field.text(of: plant) == text)
    #expect(field.shown(plant) == shown)
    var again = Plant()
    try field.parse(text, into: &again)
    #expect(again == plant)
  }

  /// The name of a field, the entered text, and the error message.
  @Test(
    arguments: [
      ("name", " ", "Enter the name."),
      ("name", String(repeating: "ä", count: 21), "The name has 21 characters. Use at most 20."),
      (
        "name", "a\u{2028}b",
        "The name contains a character that cannot be shown, such as a line break. Type it again."
      ),
      (
        "name", "a" + String(repeating: "\u{301}", count: 700),
        "The name is too long: its characters have too many parts. Shorten it."
      ),
      ("light", "", "Choose the light."),
      ("light", "Dark", "Choose the light: Sun, Half shade, Shade."),
      ("height", "0", "Enter a whole number from 1 to 15,000."),
      ("height", "15001", "Enter a whole number from 1 to 15,000."),
      ("height", "1,5", "Enter a whole number from 1 to 15,000."),
      ("height", "1.5", "Enter a whole number from 1 to 15,000."),
      ("height", "99999999999999999999", "Enter a whole number from 1 to 15,000."),
      ("acidity", "nan", "Enter a number from 0 to 14."),
      ("acidity", "1e999", "Enter a number from 0 to 14."),
      ("acidity", "0x1p3", "Enter a number from 0 to 14."),
      ("acidity", "14.1", "Enter a number from 0 to 14."),
    ])
  func `An invalid text is rejected with a message`(
    name: String, typed: String, message: String
  ) throws {
    let field = try #require(Plant.fields[name])
    #expect(throws: InvalidField(message: message)) {
      var plant = Plant()
      try field.parse(typed, into: &plant)
    }
  }

  @Test func `A text below the minimum length is rejected`() {
    #expect(throws: InvalidField(message: "The code is too short. Use at least 3 characters.")) {
      try TextKind(3...5).parse("ab", in: FieldContext(label: "Code"))
    }
    #expect(TextKind(3...5).hint == "3 to 5 characters")
  }

  @Test(
    arguments: [
      ("wateringDays", "Watering days"), ("ISBN", "ISBN"), ("pH", "PH"),
      ("snake_case", "Snake case"),
      ("Full sun", "Full sun"), ("", ""),
    ])
  func `An identifier is converted to words`(_ identifier: String, _ label: String) {
    #expect(words(identifier) == label)
  }

  @Test func `The names of a record are derived from its type`() {
    struct GardenBed: Record {
      var name = ""
      static let fields: Fields<Self> = [.text(\.name, 1...2)]
    }
    #expect(GardenBed.names == RecordNames("garden bed", "garden beds"))
    #expect(GardenBed.names.title == "Garden beds")
    #expect(GardenBed.names.path == "garden-beds")
  }
}

/// Invalid declarations of fields.
@Suite struct FieldsTests {
  struct Book: Record {
    var title = ""
    var id = ""
    var pages = 1
    var format = Format.paper
    static let fields: Fields<Book> = [
      .text(\.title, 1...9), .text(\.id, 0...9, named: "isbn"), .whole(\.pages, 1...9),
      .choice(\.format, named: "format"),
    ]

    /// The coding key of a choice with a single case is unknown.
    enum Format: String, CaseIterable, Codable, Sendable { case paper }
  }

  private static let title = RecordField<Book>.text(\.title, 1...9)
  private static let isbn = RecordField<Book>.text(\.id, 0...9, named: "isbn")
  private static let pages = RecordField<Book>.whole(\.pages, 1...9)
  private static let format = RecordField<Book>.choice(\.format, named: "format")

  @Test(
    arguments: [
      ([title, isbn, pages, format], nil),
      ([], "there are no fields."),
      (
        [.computed("Size") { book, _ in book.pages }, title],
        "the first field is the title, and cannot be computed or a reference."
      ),
      ([title, .text(\.id, 0...9), pages, format], "“id” is reserved. Use “named:”."),
      (
        [title, isbn, pages, .choice(\.format)],
        "“” is not a name of letters, digits and underscores. Use “named:”."
      ),
      (
        [title, .text(\.id, 0...9, named: "a\"b"), pages, format],
        "“a\"b” is not a name of letters, digits and underscores. Use “named:”."
      ),
      (
        [title, .text(\.id, 0...9, named: "Title"), pages, format],
        "two fields have the name “Title”. Use “named:”."
      ),
      ([title, isbn, format], "format, pages would not be stored. Add a field."),
    ] as [([RecordField<Book>], String?)])
  func `An invalid declaration is detected`(_ fields: [RecordField<Book>], _ problem: String?) {
    // The choice with a single case has no known key.
    #expect(Fields<Book>.problem(in: fields) == problem)
  }

  struct Mouse: Record {
    var name = ""
    static let names = RecordNames("mouse", "mice/rats")
    // Never read: it would be a precondition failure.
    static let fields: Fields<Mouse> = [.text(\.name, 1...9)]
  }

  struct Change: Record {
    var name = ""
    static let names = RecordNames("change", "change")
    static let fields: Fields<Change> = [.text(\.name, 1...9)]
  }

  @Test func `A name that is not a valid path or table is detected`() {
    #expect(
      Fields<Change>.problem(in: [.text(\.name, 1...9)])
        == "“change” is the name of another table. Use “names”.")
    #expect(
      Fields<Mouse>.problem(in: [.text(\.name, 1...9)])
        == "“mice/rats” is not a path of letters, digits and hyphens. Use “names”.")
  }
}
