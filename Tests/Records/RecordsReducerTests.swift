import HashTreeCollections
import ImmutableData
import Testing

@testable import Records

@Suite struct RecordsReducerTests {
  /// An action, and its change to a state with two plants.
  struct Row: Sendable, CustomTestStringConvertible {
    let action: PlantsAction
    var from: PlantsState = .loaded
    let change: @Sendable (inout PlantsState) -> Void
    var testDescription: String { "\(action)" }
  }

  private static let tall = Plant(name: "Rose", height: 200)

  private static let roseDeleted = PlantsState.loaded.with {
    $0.records["R"] = nil
  }

  @Test(
    arguments: [
      Row(action: .ui(.onAppear)) { _ in },
      Row(action: .ui(.onAppear), from: .init()) { $0.status = .waiting },
      Row(action: .ui(.onTapTryAgainButton)) { _ in },
      Row(action: .ui(.onTapTryAgainButton), from: .init(status: .failure(error: "no"))) {
        $0.status = .waiting
      },
      Row(action: .ui(.onTapAddButton(id: "N", record: tall))) { $0.queue["N"] = .waiting },
      Row(action: .ui(.onTapUpdateButton(id: "R", record: tall))) { $0.queue["R"] = .waiting },
      Row(action: .ui(.onTapDeleteButton(id: "R"))) { $0.queue["R"] = .waiting },
      Row(action: .data(.didChange([.everything([Entry(id: "N", record: tall)])]))) {
        $0.records = ["N": tall]
        $0.queue = ["W": .waiting]
      },
      Row(action: .data(.didFailToLoad(error: "no"))) { $0.status = .failure(error: "no") },
      Row(action: .data(.didLoad(["N": tall]))) {
        $0.records = ["N": tall]
        $0.queue = ["W": .waiting]
      },
      Row(action: .data(.didChange([.delete(id: "R")]))) {
        $0.records["R"] = nil
      },
      Row(action: .data(.didChange([.put(Entry(id: "N", record: tall)), .delete(id: "F")]))) {
        $0.records["N"] = tall
        $0.records["F"] = nil
      },
      Row(
        action: .data(.didChange([.put(Entry(id: "R", record: .rose))])),
        from: roseDeleted.with { $0.queue["R"] = .failure(error: "no") }
      ) {
        $0.records["R"] = .rose
        $0.queue["R"] = nil
      },
      Row(action: .data(.didEnd(id: "R", .success))) { $0.queue["R"] = .success },
      Row(action: .data(.didEnd(id: "R", .stale))) { $0.queue["R"] = nil },
      Row(action: .data(.didEnd(id: "R", .deleted))) { $0.queue["R"] = nil },
      Row(action: .data(.didEnd(id: "R", .failure("no")))) {
        $0.queue["R"] = .failure(error: "no")
      },
    ])
  func `An action makes exactly the expected change`(_ row: Row) throws {
    var state = try RecordsReducer.reduce(state: row.from, action: row.action)
    state.changes = row.from.changes
    state.operations = row.from.operations
    #expect(state == row.from.with(row.change))
  }

  @Test func `The samples of a new log end its loading`() throws {
    let samples = RecordsOperation(
      id: "samples", edits: [RecordEdit(id: "N", old: nil, new: Self.tall)],
      by: ChangeOrigin(cause: .sample), isForSeveral: true)
    let state = try RecordsReducer.reduce(
      state: PlantsState(status: .waiting), action: .data(.didChange([.edited(samples)])))
    #expect(state.status == .success)
    #expect(state.records == ["N": Self.tall])
  }

  @Test(arguments: [
    PlantsAction.UI.onTapUpdateButton(id: "N", record: tall), .onTapDeleteButton(id: "N"),
  ])
  func `Changing an unknown record throws notFound`(_ action: PlantsAction.UI) {
    #expect(throws: RecordsError.notFound) {
      try RecordsReducer.reduce(state: .loaded, action: .ui(action))
    }
  }

  @Test func `The number of remembered operations is bounded`() throws {
    var state = PlantsState.loaded
    let limit = PlantsState.maxOperations
    for number in 0...limit {
      state.records["\(number)"] = .fern
      state = try RecordsReducer.reduce(
        state: state,
        action: .data(.didChange([.delete(id: "\(number)")])))
    }
    #expect(state.operations.map(\.id) == (1...limit).reversed().map(String.init))
    let edits = { (count: Int) in
      (0..<count).map { RecordEdit(id: "\($0)", old: nil, new: Plant.fern) }
    }
    for (count, remembered) in [(20_000, 1), (5, 2), (20_001, 1)] {
      state.remember(RecordsOperation(id: "\(count)", edits: edits(count), isForSeveral: true))
      #expect(state.operations.count == remembered, "\(count)")
    }
  }

  @Test func `A deletion is known until the record is there again`() throws {
    func reduce(_ state: PlantsState, _ changes: PlantsAction.Change...) throws -> PlantsState {
      try RecordsReducer.reduce(state: state, action: .data(.didChange(changes)))
    }
    let deleted = try reduce(.loaded, .delete(id: "R"))
    #expect(deleted.deletedRecord("R") == .rose)
    #expect(deleted.deletion(of: "R")?.edits == [RecordEdit(id: "R", old: .rose, new: nil)])
    let added = try reduce(deleted, .put(Entry(id: "R", record: Self.tall)))
    #expect(added.deletedRecord("R") == nil)
    #expect(try reduce(added, .delete(id: "R")).deletedRecord("R") == Self.tall)
  }

  @Test func `Completed operations are evicted from a full queue`() throws {
    var state = PlantsState.loaded
    for number in 0..<PlantsState.maxQueueLength {
      state = try RecordsReducer.reduce(
        state: state, action: .data(.didEnd(id: "\(number)", .success)))
    }
    #expect(state.queue.count < PlantsState.maxQueueLength)
    #expect(state.queue["W"] == .waiting)
  }
}
