import AnimalsData
import Foundation
import ImmutableData
import ImmutableUI
import Markup
import Testing

@testable import DevelopmentTools

/// The logs of the inspector, and its pages.
@Suite struct InspectorTests {
  private typealias Log = StoreLog<AnimalsState, AnimalsAction>

  private static let fetched = AnimalsAction.data(
    .log([.everything(categories: [], animals: Animal.samples)]))
  private static let appeared = AnimalsAction.ui(.animalList(.onAppear))
  private static let add = AnimalsAction.ui(
    .animalEditor(
      .onTapAddAnimalButton(
        id: "new", name: "Red panda", diet: .omnivorous, categoryId: "Mammal")))

  private func store(_ log: Log) -> ImmutableData.Store<AnimalsState, AnimalsAction> {
    Store(
      initialState: AnimalsState(), observer: log.observe,
      reducer: AnimalsReducer.reduce(state:action:))
  }

  @Test func `The log contains each action with the states before and after it`() throws {
    let log = Log(name: "animals", now: { Date(timeIntervalSince1970: 60) })
    let store = store(log)
    try store.dispatch(action: Self.appeared)
    try store.dispatch(action: Self.fetched)
    #expect(log.entries.map(\.step.revision) == [1, 2])
    #expect(log.entries.map(\.step.action) == [Self.appeared, Self.fetched])
    #expect(log[1]?.step.before == AnimalsState())
    #expect(log[1]?.step.after == log[2]?.step.before)
    #expect(log[2]?.step.after == store.snapshot.state)
    #expect(log[0] == nil && log[3] == nil)
    #expect(log.summaries.map(\.name).first == "data.log")
  }

  @Test func `A rejected action is not logged`() {
    let log = Log(name: "animals")
    let store = store(log)
    struct Rejection: Error {}
    #expect(throws: Rejection.self) {
      try store.dispatch(action: Self.appeared, given: { _ in throw Rejection() })
    }
    #expect(log.entries.isEmpty)
  }

  @Test func `A full log evicts its oldest actions`() throws {
    let log = Log(name: "animals", capacity: 3)
    let store = store(log)
    for _ in 0..<10 { try store.dispatch(action: Self.appeared) }
    #expect(log.entries.map(\.step.revision) == [8, 9, 10])
    #expect(log[7] == nil)
    #expect(log[8]?.step.revision == 8)
  }

  @Test func `A report contains the action and its changes`() throws {
    let log = Log(name: "animals")
    let store = store(log)
    try store.dispatch(action: Self.appeared)
    try store.dispatch(action: Self.fetched)
    try store.dispatch(action: Self.add)
    let report = try #require(log.report(on: 3))
    #expect(report.summary.name == "ui.animalEditor.onTapAddAnimalButton")
    #expect(report.action.lines.contains { $0.contains("name: \"Red panda\"") })
    let difference = try #require(report.difference?.lines.joined(separator: "\n"))
    #expect(difference.contains("+") && difference.contains("\"new\""))
    #expect(!difference.contains("Kangaroo"), "the difference contains an unchanged animal")
    #expect(report.previous == 2 && report.next == nil)
    let nothing = try #require(log.report(on: 1)?.next)
    #expect(nothing == 2)
  }

  @Test func `Equal states have no difference`() throws {
    let log = Log(name: "animals")
    let store = store(log)
    try store.dispatch(action: Self.appeared)
    try store.dispatch(action: Self.appeared)
    #expect(log.report(on: 2)?.difference == nil)
  }

  @Test func `A large difference is shortened`() throws {
    let log = Log(name: "animals")
    let store = store(log)
    let many = (0..<1_000).map {
      Animal(animalId: "\($0)", name: "Animal \($0)", diet: .omnivorous, categoryId: "Mammal")
    }
    try store.dispatch(action: Self.appeared)
    try store.dispatch(
      action: .data(.log([.everything(categories: [], animals: many)])))
    let report = try #require(log.report(on: 2))
    #expect(report.action.omission == "980 more are omitted.")
    #expect(report.action.lines.count < 300)
    #expect(
      report.difference?.omission == "Only the first 20 changes of each kind are shown.")
    #expect(try #require(report.difference?.lines.count) < 300)
  }

  @Test(arguments: [
    (Array(repeating: "x", count: 1_000), 400, "The rest is omitted."),
    ([String(repeating: "x", count: 100_000)], 1, nil),
  ])
  func `A long text is shortened`(text: [String], lines: Int, omission: String?) {
    let short = ShortText(text)
    #expect(short.lines.count == lines)
    #expect(short.lines.allSatisfy { $0.count <= 401 })
    #expect(short.omission == omission)
  }

  @Test func `Lists of observations are bounded`() {
    var observations = ObservationLog()
    for number in 0..<5_000 {
      observations.append(.evaluated(Self.evaluation("counts", revision: number)))
      observations.append(.rendered(Self.rendering("/animals?q=\(number)", revision: number)))
      observations.append(.sent(address: "/animals?q=\(number)", group: "animals", browsers: 1))
    }
    #expect((375...500).contains(observations.evaluated.count))
    #expect((375...500).contains(observations.rendered.count))
    #expect((375...500).contains(observations.sent.count))
    #expect(observations.pages.count == 200)
    #expect(observations.pages["/animals?q=4999"] != nil)
  }

  @Test func `The slowest rendering of a page is remembered`() throws {
    var observations = ObservationLog()
    for (revision, milliseconds) in [(1, 5), (2, 50), (3, 1)] {
      observations.append(
        .rendered(Self.rendering("/animals", revision: revision, milliseconds: milliseconds)))
    }
    let page = try #require(observations.pages["/animals"])
    #expect(page.count == 3)
    #expect(page.slowest.revisions == ["animals": 2])
    #expect(page.last.revisions == ["animals": 3])
    #expect(observations.rendered.map(\.earlier) == [[:], ["animals": 1], ["animals": 2]])
  }

  @Test func `The index links to the slowest page, and that names its slowest selector`() throws {
    let inspector = Inspector()
    let log: Log = inspector.log("animals")
    try store(log).dispatch(action: Self.fetched)
    let evaluation = Self.evaluation("animalsValues", revision: 1, milliseconds: 40)
    inspector.observe(.evaluated(evaluation))
    inspector.observe(
      .rendered(
        Self.rendering("/animals?category=Mammal", revision: 1, evaluations: [evaluation])))
    func html(_ route: InspectorRoute) throws -> String {
      try #require(inspector.page(at: route)).renderedString()
    }
    let page = InspectorRoute.page(address: "/animals?category=Mammal")
    #expect(try html(.index).contains("href=\"\(page.href.text)\""))
    let renderings = try html(page)
    #expect(renderings.contains("animalsValues (Mammal)"))
    #expect(renderings.contains("40.0 ms"))
    #expect(renderings.contains("An action passed its filter."))
    #expect(renderings.contains("A dependency changed. The output was computed and changed."))
  }

  @Test func `The duration of a page includes only its own evaluations`() throws {
    let inspector = Inspector()
    let evaluation = Self.evaluation("animalsValues", revision: 1, milliseconds: 40)
    inspector.observe(
      .rendered(
        Self.rendering(
          "/animals", revision: 1, waiting: .seconds(3),
          began: evaluation.ended + .seconds(1), evaluations: [evaluation])))
    let html = try #require(inspector.page(at: .page(address: "/animals"))).renderedString()
    #expect(html.contains("Its value was cached after action 1."))
    #expect(!html.contains("40.0 ms"))
    #expect(html.contains("Its data had to be fetched"))
    #expect(html.contains("3.0 s waiting for data"))
  }

  @Test(arguments: [
    "/inspector", "/inspector/animals", "/inspector/animals.jsonl", "/inspector/animals/12",
    "/inspector/animals/12/page?at=%2Fanimals", "/inspector/page?at=%2Fquakes%3Fq%3Da%2520b",
  ])
  func `A URL parses to a route with the same URL`(address: String) throws {
    let route = try #require(try InspectorRoute(parsing: Target(parsing: address)))
    #expect(route.href.text == address)
  }

  @Test(arguments: [
    "/inspector/animals/x", "/inspector/animals/1/2", "/inspector/a/1/page/x", "/x",
  ])
  func `Other URLs are not routes of the inspector`(address: String) throws {
    let route = try InspectorRoute(parsing: Target(parsing: address))
    #expect(route == nil)
  }

  private static func evaluation(
    _ label: String, revision: Int, milliseconds: Int = 1
  ) -> SelectorEvaluation {
    SelectorEvaluation(
      store: "animals", label: label, id: "Mammal", reason: .filter, earlier: revision - 1,
      revision: revision,
      work: SelectorCounts(
        filters: 1, dependencySelects: 1, dependencyComparisons: 1, outputSelects: 1,
        outputComparisons: 1, publishes: 1),
      duration: .milliseconds(milliseconds))
  }

  private static func rendering(
    _ address: String, revision: Int, milliseconds: Int = 1, waiting: Duration = .zero,
    began: ContinuousClock.Instant = .now - .seconds(60), evaluations: [SelectorEvaluation] = []
  ) -> PageRendering {
    PageRendering(
      address: address, preparationDuration: waiting, began: began, viewStateDuration: .zero,
      renderingDuration: .milliseconds(milliseconds), bytes: 1_000,
      fragments: [.init(name: "animal-list", duration: .microseconds(20))], fragmentCount: 4,
      readings: [.init(store: "animals", revision: revision, evaluations: evaluations)])
  }
}
