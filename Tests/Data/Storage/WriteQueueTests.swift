import Dispatch
import Foundation
import GRDB
import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Writes that wait at the same time share a transaction.
@Suite(.timeLimit(.minutes(1)))
struct WriteQueueTests {
  private let folder: StorageFolder
  private let notes: DatabaseFile

  init() throws {
    folder = try StorageFolder()
    notes = folder.notes()
  }

  /// Adds texts in this order while the connection is in use, and returns the
  /// outcome of each: `nil` for a success.
  private func add(_ texts: [String], then next: () async throws -> Void = {}) async throws
    -> [(any Error)?]
  {
    let (database, queue) = (try notes.openDatabase, WriteQueue())
    let isFree = DispatchSemaphore(value: 0)
    database.writer.asyncWriteWithoutTransaction { _ in isFree.wait() }
    var outcomes: [Task<Void, any Error>] = []
    for text in texts {
      let gate = Gate()
      outcomes.append(
        Task {
          try await queue.add({ try $0.add(text) }, to: database) { gate.open() }
        })
      await gate.wait()
    }
    outcomes.first?.cancel()
    isFree.signal()
    try await next()
    var errors: [(any Error)?] = []
    for outcome in outcomes {
      do {
        try await outcome.value
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  @Test func `Writes share a transaction, in order, cancelled or not`() async throws {
    let commits = Commits()
    try notes.database.add(transactionObserver: commits)
    let texts = (1...100).map(String.init)
    #expect(try await add(texts).allSatisfy { $0 == nil })
    #expect(try await notes.texts == texts)
    // At most 64 in each.
    #expect(commits.count == 2)
  }

  @Test func `A write that fails changes nothing and the others are saved`() async throws {
    let errors = try await add(["one", "two, and throws", "", "four"])
    #expect(try await notes.texts == ["one", "four"])
    #expect(errors.map { $0 != nil } == [false, true, true, false])
    #expect(errors[1] is TestError)
    #expect((errors[2] as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
  }

  @Test func `If the commit fails, all fail and nothing is saved`() async throws {
    let commits = Commits(error: TestError())
    try notes.database.add(transactionObserver: commits)
    let errors = try await add(["one", "two"])
    #expect(errors.allSatisfy { $0 is TestError })
    #expect(try await notes.texts == [])
    commits.isFailing = false
    try await notes.add("later")
    #expect(try await notes.texts == ["later"])
  }

  @Test func `If the transaction ends early, all fail and nothing is saved`() async throws {
    let errors = try await add(["one", "ROLLBACK", "three"])
    #expect(errors.allSatisfy { $0 != nil })
    #expect(try await notes.texts == [])
  }

  @Test func `A write that waits while the file is closed has an outcome`() async throws {
    let errors = try await add((1...100).map(String.init)) { try await notes.close() }
    let count = try await folder.notes().texts.count
    #expect(count == errors.count { $0 == nil })
  }

  /// The outcomes that an ordered loop dispatches: texts that were written, the
  /// number of texts that a read found, and failures.
  @Test func `An ordered loop reports outcomes in dispatch order`() async throws {
    let started = Mutex(0)
    let outcomes = Mutex<[String]>([])
    let commits = Commits()
    try notes.database.add(transactionObserver: commits)
    let store = Store(initialState: 0) { (count: Int, _: String) in count + 1 }
    let loop = ActionLoop<Int, String>()
    let isFree = DispatchSemaphore(value: 0)
    loop.observe(store, limit: 64) { [notes] transition, turn in
      let action = transition.action
      started.withLock { $0 += 1 }
      let outcome: String
      do {
        if action == "count" {
          outcome = "\(try await notes.readTexts(in: turn).count)"
        } else {
          try await notes.add(action, in: turn)
          outcome = action
        }
      } catch {
        outcome = "failure"
      }
      outcomes.withLock { $0.append(outcome) }
    }
    try notes.database.asyncWriteWithoutTransaction { _ in isFree.wait() }
    for action in ["one", "two", "", "three", "count", "four"] {
      try await store.dispatch(action: action)
    }
    try await eventually("the writes and the read have started") { started.withLock { $0 } == 5 }
    isFree.signal()
    try await eventually("all have ended") { outcomes.withLock { $0.count } == 6 }
    #expect(outcomes.withLock { $0 } == ["one", "two", "failure", "three", "3", "four"])
    #expect(try await notes.texts == ["one", "two", "three", "four"])
    #expect(commits.count == 2)
    await loop.stop()?.value
  }
}

extension Database {
  fileprivate func add(_ text: String) throws {
    if text == "ROLLBACK" { return try execute(sql: text) }
    try execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: [text])
    if text.hasSuffix("throws") { throw TestError() }
  }
}

/// Counts the transactions of a file, or makes them fail.
private final class Commits: TransactionObserver, Sendable {
  private let error: (any Error)?
  private let state = Mutex((count: 0, isFailing: true))

  init(error: (any Error)? = nil) { self.error = error }

  var count: Int { state.withLock { $0.count } }

  var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws {
    if let error, isFailing { throw error }
  }
  func databaseDidCommit(_ db: Database) { state.withLock { $0.count += 1 } }
  func databaseDidRollback(_ db: Database) {}
}
