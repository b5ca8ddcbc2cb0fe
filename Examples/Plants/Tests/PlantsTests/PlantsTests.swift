import ImmutableData
import ImmutableUI
import Markup
import Records
import Testing

@testable import Plants

/// Tests of the record and its guide. The library has tests of the pages that are
/// derived from the fields.
@Suite struct PlantsTests {
  @Test(
    arguments: [
      ("name", "Name", "Up to 200 characters"),
      ("family", "Family", "Optional. Up to 100 characters"),
      ("light", "Light", nil),
      ("height", "Height", "A whole number from 1 to 15,000, in cm"),
      ("wateringDays", "Water every", "A whole number from 1 to 90, in days"),
    ] as [(String, String, String?)])
  func `A field has a label and a hint`(_ name: String, _ label: String, _ hint: String?) {
    #expect(Plant.fields[name]?.label == label)
    #expect(Plant.fields[name]?.hint == hint)
  }

  @Test(arguments: PreviewText.allCases)
  func `Every preview is rendered with escaped texts`(_ text: PreviewText) {
    for preview in RecordsPage<Plant>.previews {
      let html = preview.page(text).content.renderedString()
      #expect(!html.isEmpty && !html.contains("<script>"), "\(preview.component) \(preview.name)")
    }
  }

  @Test func `An added plant is stored and displayed`() async throws {
    let file = RecordsLog<Plant>(url: nil)
    let store = Store(initialState: RecordsState<Plant>(), reducer: RecordsReducer.reduce)
    let listener = RecordsListener(storage: file)
    listener.listen(to: store)
    defer { listener.stop() }
    let root = RecordsRoot(store: store) { "new" }
    let form = "id=m-1&name=Moss&family=&light=shade&height=2&wateringDays=1"
    let answer = try await root.response(
      to: .add, from: RecordsLocation(), form: NamedValues(parsing: Array(form.utf8)))
    guard case .seeOther(let href) = answer else {
      Issue.record("The plant was not added.")
      return
    }
    #expect(href.text.hasPrefix("/plants?record=m-1&notice=added"))
    #expect(try await file.entries().map(\.record.name).contains("Moss"))
    guard case .page(let page) = root.response(at: RecordsLocation()) else {
      Issue.record("There is no page.")
      return
    }
    #expect(page.content.renderedString().contains("Moss"))
  }
}
