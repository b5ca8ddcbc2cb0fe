import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import Testing

@testable import Records

/// Replaces the rows only.
private enum Rows: RecordsLook {
  static func row(_ row: RecordsRow<Loan>) -> some HTML {
    strong { row.record.title }
    if let due = row.record.due { em { "\(due - row.now.today) days" } }
  }
}

/// Replaces the head and the details only.
private enum Ends: RecordsLook {
  typealias Entity = Loan
  static func head(_ page: RecordsPage<Loan>.ViewState) -> some HTML {
    h1 { "\(page.head.title): \(page.head.summary)" }
  }
  static func detail(_ page: RecordsPage<Loan>.ViewState) -> some HTML {
    if let selected = page.selected { p { "This is \(selected.record.title)." } }
  }
}

@Suite struct LookTests {
  private static let records = [
    "d": Loan(title: "Dune", due: Day(2024, 5, 6)), "e": Loan(title: "Emma"),
  ]

  private func state(_ selection: RecordsSelection? = nil) -> RecordsPage<Loan>.ViewState {
    let location = RecordsLocation<Loan>().with {
      $0.record = selection == nil ? "d" : nil
      $0.selection = selection
    }
    let records = TreeDictionary(uniqueKeysWithValues: Self.records.map { ($0.key, $0.value) })
    return RecordsPage<Loan>.Container(location: location)
      .viewState(Select(state: RecordsState(records: records, status: .success)))
  }

  @Test(arguments: [nil, RecordsSelection.on])
  func `The rows are replaced, and nothing else`(_ selection: RecordsSelection?) {
    let standard = RecordsPage<Loan>.Presenter(state: state(selection)).renderedString()
    let html = RecordsPage<Loan>.Looking<Rows>(state: state(selection)).renderedString()
    #expect(html.contains("<strong>Dune</strong><em>2 days</em>"))
    #expect(html.contains("<strong>Emma</strong>"))
    #expect(html.contains("class=\"row-text") == false)
    #expect(html.prefix { $0 != "s" } == standard.prefix { $0 != "s" })
    #expect(html.contains("id=\"record-detail\"") && html.contains("id=\"records-filter\""))
    #expect(html.contains("type=\"checkbox\"") == (selection != nil))
  }

  @Test func `The head and the details are replaced`() {
    let html = RecordsPage<Loan>.Looking<Ends>(state: state()).renderedString()
    #expect(html.hasPrefix("<h1>Loans: 2 loans</h1>"))
    #expect(html.contains("<p>This is Dune.</p>"))
    #expect(html.contains("class=\"row-text"))
    #expect(!html.contains("id=\"record-detail\""))
  }
}
