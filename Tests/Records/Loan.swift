import Foundation
import Look
import Records

/// A person who borrows books.
struct Person: Record {
  var name = ""
  var email: String?
  static let fields: Fields<Person> = [.text(\.name, 1...50), .email(\.email)]
  static let names = RecordNames("person", "people")
}

/// A loan of a book, with fields of all kinds that `Plant` does not have, rules, orders
/// and filters.
struct Loan: Record {
  var title = ""
  var isbn = ""
  var copy: Int?
  var borrower = Reference<Person>()
  var guarantor: Reference<Person>?
  var lent = Day(2024, 5, 1)
  var due: Day?
  var returned = false
  var paid: Bool?
  var handedOver: Date?
  var condition: Condition?
  var website: String?
  var note = ""
  var clerk = "front desk"

  enum Condition: String, CaseIterable, Codable, Sendable { case new, used, torn }

  enum Urgency: String, CaseIterable, Codable, Sendable { case overdue, thisWeek, later }

  func isOverdue(_ now: Now) -> Bool { !returned && due.map { $0 < now.today } ?? false }

  func urgency(_ now: Now) -> Urgency {
    isOverdue(now) ? .overdue : due.map { $0 < now.today + 7 } ?? false ? .thisWeek : .later
  }

  static let fields: Fields<Loan> = [
    .text(\.title, 1...50), .text(\.isbn, 0...20, label: "ISBN"), .whole(\.copy, 1...9),
    .reference(\.borrower), .reference(\.guarantor),
    .day(\.lent).section("Time"), .day(\.due).inRows(), .flag(\.returned), .flag(\.paid),
    .moment(\.handedOver, in: Zone("Europe/Berlin") ?? .utc), .choice(\.condition),
    .webAddress(\.website), .lines(\.note, 0...100), .text(\.clerk, 1...50).readOnly(),
    .computed("Overdue") { loan, now in loan.isOverdue(now) }.badge(isWarning: true),
    .computed("Urgency") { loan, now in loan.urgency(now) },
    .computed("Days left") { loan, now in loan.due.map { $0 - now.today } },
  ]

  static let rules: [RecordRule<Loan>] = [
    .unique(\.isbn), .unique(\.title, \.copy),
    .check(\.due, \.lent, message: "Enter a day after the loan.") { loan in
      loan.due.map { $0 > loan.lent } ?? true
    },
  ]

  static let orders: [ListOrder<Loan>] = [
    ListOrder("Overdue first", .first { $0.isOverdue($1) }, .ascending(\.due))
      .grouped { $0.urgency($1).rawValue.capitalized },
    ListOrder("Title", .ascending(\.title)), ListOrder("Latest", .descending(\.due)),
    ListOrder("Borrower", .ascending(\.borrower)), ListOrder("Days left", .ascending("Days left")),
  ]

  static let filters: [ListFilter<Loan>] = [
    ListFilter("Overdue only") { loan, now in loan.isOverdue(now) }
  ]
}

/// A place that is part of another one.
struct Place: Record {
  var name = ""
  var whole: Reference<Place>?
  static let fields: Fields<Place> = [.text(\.name, 1...50), .reference(\.whole)]
}

/// Kinds of one's own.
struct Paint: Record {
  struct Colour: Codable, Hashable, Sendable { var code = "#000000" }

  struct ColourKind: FieldKind {
    func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Colour {
      guard text.wholeMatch(of: /#[0-9a-f]{6}/) != nil else {
        throw InvalidField(message: "Enter a colour like #1e90ff.")
      }
      return Colour(code: text)
    }
    func text(of value: Colour) -> String { value.code }
    var examples: [Colour] { [Colour(), Colour(code: "#1e90ff")] }
  }

  var name = ""
  var colour = Colour()
  var undercoat: Colour?

  static let fields: Fields<Paint> = [
    .text(\.name, 1...100), .field(\.colour, ColourKind()), .field(\.undercoat, ColourKind()),
  ]
}
