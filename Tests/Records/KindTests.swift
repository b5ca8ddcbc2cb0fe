import Foundation
import Testing

@testable import Records

/// The kinds of fields that `FieldTests` does not have.
@Suite struct KindTests {
  /// The name of a field, the entered text, and the parsed value in an input and on a page.
  @Test(
    arguments: [
      ("copy", " 2 ", "2", "2"), ("copy", " \n", "", ""),
      ("borrower", "p1", "p1", "p1"), ("guarantor", "", "", ""),
      ("lent", " 2024-02-29 ", "2024-02-29", "29 Feb 2024"),
      ("lent", "0001-01-01", "0001-01-01", "1 Jan 1"),
      ("lent", "9999-12-31", "9999-12-31", "31 Dec 9999"), ("due", "", "", ""),
      ("returned", "yes", "yes", "Yes"), ("returned", "", "no", "No"),
      ("returned", "no", "no", "No"),
      ("paid", "no", "no", "No"), ("paid", "", "", ""),
      ("handedOver", "2024-05-04T09:06", "2024-05-04T09:06", "4 May 2024, 09:06 UTC+2"),
      ("handedOver", "2024-01-04T09:06:07", "2024-01-04T09:06:07", "4 Jan 2024, 09:06 UTC+1"),
      // The clock is put forward at 02:00, and back at 03:00.
      ("handedOver", "2024-03-31T03:00", "2024-03-31T03:00", "31 Mar 2024, 03:00 UTC+2"),
      ("handedOver", "2024-10-27T03:00", "2024-10-27T03:00", "27 Oct 2024, 03:00 UTC+1"),
      ("condition", "torn", "torn", "Torn"), ("condition", "", "", ""),
      (
        "website", "https://example.org/a?b=c#d", "https://example.org/a?b=c#d",
        "https://example.org/a?b=c#d"
      ),
      ("website", "example.org", "https://example.org", "https://example.org"),
      ("website", " ", "", ""),
      ("note", " a\r\n\r\nb\rc\td\n", "a\n\nb\nc\td", "a\n\nb\nc\td"), ("note", "\r\n", "", ""),
    ])
  func `A valid text is parsed and formatted`(
    name: String, typed: String, text: String, shown: String
  ) throws {
    let field = try #require(Loan.fields[name])
    var loan = Loan()
    try field.parse(typed, into: &loan)
    #expect(field.text(of: loan) == text)
    #expect(field.shown(loan) == shown)
    var again = Loan()
    try field.set(field.value(of: loan), in: &again)
    #expect(again == loan, "a stored value is read")
  }

  /// The name of a field, the entered text, and the error message.
  @Test(
    arguments: [
      ("copy", "ten", "Enter a whole number from 1 to 9."),
      ("lent", "", "Enter a day like 2026-03-06."),
      ("lent", "2024-02-30", "Enter a day like 2026-03-06."),
      ("lent", "2024-2-3", "Enter a day like 2026-03-06."),
      ("due", "٢٠٢٤-٠٥-٠٤", "Enter a day like 2026-03-06."),
      ("due", "-024-05-04", "Enter a day like 2026-03-06."),
      ("due", "0000-01-01", "Enter a day like 2026-03-06."),
      ("due", "2024-05-04T10:00", "Enter a day like 2026-03-06."),
      ("returned", "on", "Choose yes or no."), ("paid", "maybe", "Choose yes or no."),
      ("handedOver", "2024-05-04", "Enter a day and a time like 2026-03-06T15:30."),
      ("handedOver", "2024-05-04T24:00", "Enter a day and a time like 2026-03-06T15:30."),
      ("handedOver", "2024-05-04T1:00", "Enter a day and a time like 2026-03-06T15:30."),
      ("handedOver", "2024-05-04T+1:00", "Enter a day and a time like 2026-03-06T15:30."),
      ("condition", "old", "Choose the condition: New, Used, Torn."),
      ("website", "javascript:alert(1)", "Enter a web address like https://example.org."),
      ("website", "https://", "Enter a web address like https://example.org."),
      ("website", "https://a b.org", "Enter a web address like https://example.org."),
      ("website", "mailto:a@example.org", "Enter a web address like https://example.org."),
      ("note", "a\u{0}b", "The note contains a character that cannot be shown. Type it again."),
      (
        "note", String(repeating: "\r\n", count: 9) + "a" + String(repeating: "x", count: 100),
        "The note has 101 characters. Use at most 100."
      ),
    ])
  func `An invalid text is rejected with a message`(
    name: String, typed: String, message: String
  ) throws {
    let field = try #require(Loan.fields[name])
    #expect(throws: InvalidField(message: message)) {
      var loan = Loan()
      try field.parse(typed, into: &loan)
    }
  }

  @Test(arguments: [
    ("ada@example.org", true), ("a+b@mail.example.org", true), ("ä@exämple.org", true),
    ("ada", false), ("ada@", false), ("@example.org", false), ("ada@example", false),
    ("a@b@example.org", false), ("a b@example.org", false), ("ada@example..org", false),
    ("ada@-a.org", false), ("<ada@example.org>", false), ("a,b@example.org", false),
  ])
  func `An e-mail address has one at sign and a domain`(_ text: String, _ isValid: Bool) {
    var person = Person()
    #expect(((try? Person.fields["email"]?.parse(text, into: &person)) != nil) == isValid)
    #expect(person.email == (isValid ? text : nil))
  }

  @Test(
    arguments: [
      ("copy", "Copy", "Optional. A whole number from 1 to 9"),
      ("isbn", "ISBN", "Optional. Up to 20 characters"),
      ("due", "Due", "Optional"), ("lent", "Lent", nil), ("returned", "Returned", nil),
      ("handedOver", "Handed over", "Optional. Time in Berlin"), ("daysLeft", "Days left", nil),
    ] as [(String, String, String?)])
  func `The label and hint of a field are derived from its declaration`(
    name: String, label: String, hint: String?
  ) throws {
    let field = try #require(Loan.fields[name])
    #expect(field.label == label)
    #expect(field.hint == hint)
  }

  @Test func `A kind of one's own is used like the others`() throws {
    let colour = try #require(Paint.fields["colour"])
    #expect(Paint.fields.map(\.name) == ["name", "colour", "undercoat"])
    #expect(Paint.fields["undercoat"]?.hint == "Optional")
    var paint = Paint()
    try colour.parse("#1e90ff", into: &paint)
    #expect(colour.value(of: paint) == .text("#1e90ff"))
    #expect(throws: InvalidField(message: "Enter a colour like #1e90ff.")) {
      try colour.parse("red", into: &paint)
    }
  }

  @Test(arguments: [
    (Day(2024, 2, 30), "2024-03-01"), (Day(2023, 14, 1), "2024-02-01"),
    (Day(2024, 1, 0), "2023-12-31"),
    (Day(1970, 1, 1), "1970-01-01"), (Day(2000, 2, 29), "2000-02-29"),
    (Day(1900, 3, 0), "1900-02-28"),
    (Day(0, 1, 1), "0001-01-01"), (Day(12_000, 1, 1), "9999-12-31"),
    (Day(Date(timeIntervalSince1970: -1)), "1969-12-31"), (Day(.distantFuture), "4001-01-01"),
    (Day(2024, 2, 28) + 2, "2024-03-01"), (Day(2024, 3, 1) - 2, "2024-02-28"),
  ])
  func `A day is in the calendar`(_ day: Day, _ text: String) throws {
    #expect(day.description == text)
    #expect(Day(text) == day)
    #expect(try JSONDecoder().decode(Day.self, from: JSONEncoder().encode(day)) == day)
  }
}
