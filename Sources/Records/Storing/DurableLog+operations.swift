package import Durable
import Foundation

extension DurableLog {
  /// Performs an operation on records. One with many changes is performed in parts, between which
  /// others have their turn.
  ///
  /// All of its changes are possible when it begins, or none is made. A part that is not possible
  /// any longer, since others have changed its records, ends it: what is done stays.
  ///
  /// - Parameters:
  ///   - operation: the operation. Late copies of its form have no effect.
  ///   - decide: decides on an operation, or on a part.
  package func perform<Entity>(
    _ operation: RecordsOperation<Entity>,
    _ decide: @escaping @Sendable (State, RecordsOperation<Entity>) throws -> State.Change?
  ) async throws -> DurableOutcome {
    // The log remembers under it that the whole was performed.
    let id = operation.form.map { self.operation(of: $0) } ?? UUID()
    let parts = operation.parts
    guard parts.count > 1 else { return try await perform(id) { try decide($0, operation) } }
    let earlier = try await perform(id) { _ in nil }
    if case .repeated = earlier { return earlier }
    let start = state
    guard try decide(start, operation) != nil else { return earlier }
    // Records that exchange unique values have to do so at once.
    let arePossible = parts.allSatisfy { part in
      do { _ = try decide(start, part) } catch { return false }
      return true
    }
    let steps = arePossible ? parts : [operation]
    for step in steps.dropLast() {
      try await perform(isLarge: true, within: .seconds(60)) { try decide($0, step) }
    }
    let last = steps[steps.count - 1]
    return try await perform(id, isLarge: true, within: .seconds(60)) { try decide($0, last) }
  }
}

extension RecordsOperation {
  /// The id of the form that asked for it, of which late copies have no effect; `nil` for a change
  /// of one record that is recognised by what it replaces.
  var form: String? {
    if isForSeveral { return id }
    guard let first = edits.first, first.old == nil, origin.cause == .form else { return nil }
    return first.id
  }
}
