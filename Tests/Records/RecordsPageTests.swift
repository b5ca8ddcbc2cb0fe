import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import Markup
import Testing

@testable import Records

@Suite struct RecordsPageTests {
  private static let all = PlantsLocation()
  private static let hostile = #"<script>"'&"#

  /// The location, the listed titles and the summary.
  @Test(
    arguments: [
      (.init(), ["Bed 9", "Bed 10", "Éclair", "fern"], "4 plants"),
      (all.with { $0.search = "ECL" }, ["Éclair"], "1 of 4 plants"),
      // Matches in another text field.
      (all.with { $0.search = "ferns & co" }, ["fern"], "1 of 4 plants"),
      (all.with { $0.choices["light"] = "Shade" }, ["Bed 10", "fern"], "2 of 4 plants"),
      (all.with { $0.choices = ["light": "Shade", "soil": "clay"] }, ["Bed 10"], "1 of 4 plants"),
      (
        all.with {
          $0.search = "bed"
          $0.choices["light"] = "Sun"
        }, ["Bed 9"], "1 of 4 plants"
      ),
      (all.with { $0.search = hostile }, [], "0 of 4 plants"),
      // A page number beyond the end.
      (all.with { $0.page = 7 }, ["Bed 9", "Bed 10", "Éclair", "fern"], "4 plants"),
    ] as [(PlantsLocation, [String], String)])
  func `The list contains the matching records sorted by title`(
    _ location: PlantsLocation, _ titles: [String], _ summary: String
  ) {
    let state = PlantsState(
      records: [
        "1": Plant(name: "fern", family: "Ferns & Co", light: .shade),
        "2": Plant(name: "Bed 10", light: .shade, soil: .clay), "3": Plant(name: "Bed 9"),
        "4": Plant(name: "Éclair", light: .halfShade),
      ], status: .success)
    let page = RecordsPage<Plant>.Container(location: location)
      .viewState(Select(state: state))
    #expect(page.list.rows.map(\.title) == titles)
    #expect(page.listed.map(\.record.name) == titles)
    #expect(page.head.summary == summary)
    #expect((page.list.empty != nil) == titles.isEmpty)
  }

  /// The page number, the first title, the range and the links for 250 records.
  @Test(
    arguments: [
      (1, "Plant 1", "1 to 100 of 250", nil, "/plants?page=2"),
      (2, "Plant 101", "101 to 200 of 250", "/plants", "/plants?page=3"),
      (3, "Plant 201", "201 to 250 of 250", "/plants?page=2", nil),
    ] as [(Int, String, String, String?, String?)])
  func `A long list is paginated`(
    _ number: Int, _ first: String, _ range: String, _ previous: String?, _ next: String?
  ) {
    let plants = (1...250).map { ("\($0)", Plant(name: "Plant \($0)")) }
    let state = PlantsState(records: TreeDictionary(uniqueKeysWithValues: plants), status: .success)
    let page = RecordsPage<Plant>.Container(location: PlantsLocation().with { $0.page = number })
      .viewState(Select(state: state))
    #expect(page.list.rows.first?.title == first)
    #expect(page.list.foot?.range == range)
    #expect(page.list.foot?.previous?.text == previous)
    #expect(page.list.foot?.next?.text == next)
  }

  @Test func `The list is sorted again only after a change of records`() async throws {
    let store = PlantsStore(.loaded)
    let cache = SelectorCache(store: store)
    func titles() -> [String] { cache.read()(.recordsList()).map(\.entry.id) }
    typealias Lists = ViewSelector<RecordsState<Plant>, RecordsAction<Plant>, [ListedRecord<Plant>]>
    func selects() -> Int? { cache.counts(of: Lists.recordsList())?.outputSelects }
    #expect(titles() == ["F", "R"])
    try await store.dispatch(action: .ui(.onTapDeleteButton(id: "R")))
    _ = titles()
    #expect(selects() == 1)
    try await store.dispatch(action: .data(.didChange([.delete(id: "R")])))
    #expect(titles() == ["F"])
    #expect(selects() == 2)
  }

  @Test func `Each kind of field has its own input`() async throws {
    let add = try await PlantsGuide().get(PlantsLocation().with { $0.dialog = .add })
    for part in [
      #"<label for="name">Name</label>"#,
      #"id="name" name="name" dir="auto" required autofocus aria-describedby="name-hint" value="""#,
      #"<p class="hint" id="name-hint">Up to 20 characters</p>"#,
      #"id="family" name="family" dir="auto" aria-describedby"#,
      #"<input type="radio" name="light" value="Sun" id="light" checked required>Sun"#,
      #"<input type="radio" name="light" value="halfShade" required>Half shade"#,
      #"name="height" dir="auto" required inputmode="decimal""#,
      #"<select id="soil" name="soil">"#,
      #"<option value="loam" selected>Loam</option>"#,
      #"<input type="hidden" name="id" value="new-1">"#,
    ] {
      #expect(add.text.contains(part), "\(part)")
    }
  }

  @Test func `A search that is too long is shown in its field`() async throws {
    let typed = String(repeating: "鳥", count: 67)
    let query = try NamedValues(parsing: "search=\(typed)".utf8)
    guard
      case .page(let location)? = try PlantsRoute(parsing: Target(path: ["plants"], query: query))
    else { throw MalformedRequest("not a page") }
    #expect(location.href.text == "/plants")
    let page = try await PlantsGuide().get(location)
    #expect(page.status == 400)
    for part in [
      #"value="\#(typed)""#, "“Search plants” is too long.", #"aria-describedby="search-error""#,
      "2 plants",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
  }

  @Test func `A row contains the values that need no label`() async throws {
    let page = try await PlantsGuide().get()
    #expect(page.text.contains(#"<span class="row-note"><bdi>Rosaceae · Sun · 120 cm · Loam<"#))
  }

  @Test func `The details of a record contain all fields`() async throws {
    let page = try await PlantsGuide().get(PlantsLocation().with { $0.record = "F" })
    for part in [
      "<dt>Light</dt><dd dir=\"auto\">Shade</dd>", "<dt>Height</dt><dd dir=\"auto\">1 cm</dd>",
      "<dt>Family</dt><dd dir=\"auto\">Not given</dd>", "<dt>pH</dt><dd dir=\"auto\">7</dd>",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
    #expect(try await PlantsGuide().get(PlantsLocation().with { $0.record = "?" }).status == 404)
  }

  @Test func `A read-only page contains no forms or links to dialogs`() async throws {
    let guide = PlantsGuide()
    let location = PlantsLocation().with { $0.record = "F" }
    _ = try await guide.get(location)
    guard case .page(let page) = guide.root.response(at: location) else {
      Issue.record("There is no page.")
      return
    }
    var environment = EnvironmentValues()
    environment.mayWrite = false
    var writer = ByteWriter(environment: environment)
    page.content.render(into: &writer)
    let text = String(writer.finish())
    #expect(!text.contains("dialog="))
    #expect(!text.contains("post"))
    #expect(text.contains("Fern"))
  }

  @Test func `Every state has a preview`() {
    let names = RecordsPage<Plant>.previews.filter(\.isPage).map(\.name)
    #expect(
      names == [
        "loading", "failed", "empty", "filtered", "selected", "saving", "add", "invalid",
        "conflict", "delete", "changes", "select", "several", "import",
        "import-problems",
      ])
  }

  @Test func `Every presenter has a preview`() {
    #expect(
      Set(RecordsPage<Plant>.previews.map(\.component)) == [
        "RecordsPage", "RecordsHead", "RecordsFilter", "RecordList", "RecordDetail",
        "EditorDialog", "Confirmation", "ChangesPage", "SeveralDialog", "ImportDialog",
        "RecordsExcerpt",
      ])
  }

  @Test(arguments: PreviewText.allCases)
  func `Each preview renders a different page with escaped texts`(_ text: PreviewText) {
    var pages: Set<String> = []
    for preview in RecordsPage<Plant>.previews {
      let html = preview.page(text).content.renderedString()
      #expect(!html.isEmpty, "\(preview.component) \(preview.name)")
      #expect(!html.contains("<script>"), "\(preview.component) \(preview.name)")
      if preview.isPage { pages.insert(html) }
    }
    #expect(pages.count == 15)
  }

  @Test func `Each fragment is one element with the fragment's id`() throws {
    for preview in RecordsPage<Plant>.previews where preview.isPage {
      var writer = ByteWriter()
      preview.page().content.render(into: &writer)
      let markup = writer.finishWithFragments()
      let bytes = markup.bytes.withUnsafeBytes { Array($0) }
      #expect(markup.fragments.count >= (preview.name == "changes" ? 1 : 4))
      for fragment in markup.fragments {
        let html = String(decoding: bytes[fragment.range], as: UTF8.self)
        let start = try #require(html.prefixMatch(of: #/<([a-z]+)[^>]* id="([^"]*)"/#)?.output)
        #expect(start.2 == fragment.id)
        #expect(html.hasSuffix("</\(start.1)>"))
      }
    }
  }
}
