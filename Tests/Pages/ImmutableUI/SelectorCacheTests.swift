import ImmutableData
import Testing

@testable import ImmutableUI

@Suite struct SelectorCacheTests {
  @Test func `A file that imports both libraries can name both kinds of selector`() throws {
    let store = Numbers.store()
    try store.dispatch(action: .setA(3))
    let selector: some Selector<Numbers> = store
    let viewSelector: ViewSelector<Numbers, Numbers.Action, Int> = Self.selector(id: 1)
    #expect(selector.select(\.a) == 3)
    #expect(SelectorCache(store: store).read()(viewSelector) == 3)
  }

  /// Ids are compared as `AnyHashable`, which 1 and 1.0 are equal as.
  @Test func `Equal ids have equal hashes, whatever their types`() {
    let keys: Set = [
      SelectorKey(name: .label("x"), id: 1, output: Int.self),
      SelectorKey(name: .label("x"), id: 1.0, output: Int.self),
      SelectorKey(name: .label("x"), id: UInt8(1), output: Int.self),
    ]
    #expect(keys.count == 1)
  }

  @Test func `Selectors with different IDs are different`() {
    let cache = SelectorCache(store: Numbers.store())
    for id in [1, 2, 1] { _ = cache.read()(Self.selector(id: id)) }
    #expect(cache.count == 2)
    #expect(cache.counts(of: Self.selector(id: 1))?.outputSelects == 1)
  }

  @Test func `A nil ID differs from no ID`() {
    let cache = SelectorCache(store: Numbers.store())
    let nothing: Int? = nil
    _ = cache.read()(
      NumberSelector(id: nothing, label: "a", outputSelector: OutputSelector(select: { $0.a })))
    _ = cache.read()(NumberSelector(label: "a", outputSelector: OutputSelector(select: { $0.a })))
    #expect(cache.count == 2)
  }

  @Test func `Selectors with the same ID use the closures of the first one`() {
    let cache = SelectorCache(store: Numbers.store())
    let first = NumberSelector(
      id: 1, label: "x", outputSelector: OutputSelector(select: { _ in "first" }))
    let second = NumberSelector(
      id: 1, label: "x", outputSelector: OutputSelector(select: { _ in "second" }))
    #expect(cache.read()(first) == "first")
    #expect(cache.read()(second) == "first")
  }

  @Test func `A reader uses its own snapshot`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = Self.selector(id: 1)
    let before = cache.read()
    try store.dispatch(action: .setA(1))
    #expect(cache.read()(selector) == 1)
    #expect(before(selector) == 0, "a later read of an older snapshot")
    #expect(cache.read()(selector) == 1)
    #expect(cache.counts(of: selector)?.outputSelects == 1, "the newer output stays cached")
  }

  @Test func `The least recently used outputs are evicted first`() {
    let cache = SelectorCache(store: Numbers.store(), capacity: 8)
    for id in 1...8 { _ = cache.read()(Self.selector(id: id)) }
    _ = cache.read()(Self.selector(id: 1))
    for id in 9...1000 {
      _ = cache.read()(Self.selector(id: id))
      _ = cache.read()(Self.selector(id: 1))
      #expect(cache.count <= 8)
    }
    #expect(cache.counts(of: Self.selector(id: 1))?.outputSelects == 1)
    #expect(cache.counts(of: Self.selector(id: 2)) == nil)
  }

  @Test func `Evaluations are counted by kind, including evicted selectors`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store, capacity: 8)
    for id in 1...100 { _ = cache.read()(Self.selector(id: id, label: "number(id: \(id))")) }
    #expect(cache.countsByKind.keys.sorted() == ["number"])
    #expect(cache.countsByKind["number"]?.outputSelects == 100)
    _ = cache.read()(Self.selector(id: 100, label: "number(id: 100)"))
    #expect(cache.countsByKind["number"]?.outputSelects == 100, "it was cached")
    let before = cache.read()
    try store.dispatch(action: .setA(1))
    _ = cache.read()(Self.selector(id: 100, label: "number(id: 100)"))
    _ = before(Self.selector(id: 100, label: "number(id: 100)"))
    #expect(cache.countsByKind["number"]?.outputSelects == 102, "one per snapshot")
  }

  @Test func `Dependencies count the outputs that were computed for them`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let first = cache.read()
    for id in [1, 2, 1] { _ = first(Self.selector(id: id)) }
    let dependencies = try #require(first.dependencies.first)
    #expect(dependencies.evaluationCount == 2)
    let second = cache.read()
    _ = second(Self.selector(id: 1))
    #expect(second.dependencies.first?.evaluationCount == 0, "the output was cached")
    try store.dispatch(action: .setA(1))
    #expect(!dependencies.isUpToDate())
    #expect(dependencies.evaluationCount == 3, "the check computed one more output")
  }

  @Test func `Concurrent readers compute an output once per change`() async throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    for value in 1...50 {
      try await store.dispatch(action: .setA(value))
      let outputs = await withTaskGroup(of: Int.self) { group in
        for _ in 1...8 { group.addTask { cache.read()(Self.selector(id: 1)) } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outputs == [value])
    }
    #expect(cache.counts(of: Self.selector(id: 1))?.outputSelects == 50)
  }

  @Test func `A state without a store is read directly`() {
    let select = Select<Numbers, Numbers.Action>(state: Numbers(a: 4))
    #expect(select(Self.selector(id: 1)) == 4)
  }

  private static func selector(id: Int, label: String = "a") -> NumberSelector<Int> {
    NumberSelector(id: id, label: label, outputSelector: OutputSelector(select: { $0.a }))
  }
}
