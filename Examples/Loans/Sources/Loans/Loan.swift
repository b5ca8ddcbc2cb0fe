import Records

/// A person who borrows books.
struct Person: Record {
  var name = ""
  var email: String?

  static let names = RecordNames("person", "people")
  static let fields: Fields<Person> = [.text(\.name, 1...200), .email(\.email, label: "E-mail")]
}

/// A book that was lent.
struct Loan: Record {
  var title = ""
  var borrower = Reference<Person>()
  var lent = Day.today
  var due: Day? = Day.today + 28
  var returned = false
  var note = ""

  func isOverdue(_ now: Now) -> Bool { !returned && due.map { $0 < now.today } ?? false }

  static let fields: Fields<Loan> = [
    .text(\.title, 1...200),
    .reference(\.borrower),
    .day(\.lent, label: "Lent on").section("Dates"),
    .day(\.due, label: "Due on").inRows(),
    .flag(\.returned),
    .lines(\.note, 0...2_000),
    .computed("Overdue") { loan, now in loan.isOverdue(now) }.badge(isWarning: true),
  ]

  static let rules: [RecordRule<Loan>] = [
    .check(\.due, \.lent, message: "Enter a day after the book was lent.") { loan in
      loan.due.map { $0 > loan.lent } ?? true
    }
  ]

  static let orders: [ListOrder<Loan>] = [
    ListOrder(
      "Overdue first", .first { $0.isOverdue($1) }, .ascending(\.returned), .ascending(\.due)
    )
    .grouped { loan, now in
      if loan.returned { return "Returned" }
      if loan.isOverdue(now) { return "Overdue" }
      return loan.due.map { $0 <= now.today + 7 } ?? false ? "Due this week" : "Later"
    },
    ListOrder("Title", .ascending(\.title)),
  ]

  static let filters: [ListFilter<Loan>] = [
    ListFilter("Overdue only") { loan, now in loan.isOverdue(now) }
  ]
}
