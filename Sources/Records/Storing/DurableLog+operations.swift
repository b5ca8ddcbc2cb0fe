package import Durable
package import Foundation

extension DurableLog {
  /// Performs an operation on records. One with many changes is performed in parts, between which
  /// others have their turn.
  ///
  /// All of its changes are possible when it begins, or none is made. A part that is not possible
  /// any longer, since others have changed its records, ends it: what is done stays.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - id: the id under which the log remembers that the whole was performed.
  ///   - decide: decides on an operation, or on a part.
  package func perform<Entity>(
    _ operation: RecordsOperation<Entity>, as id: UUID = UUID(),
    _ decide: @escaping @Sendable (State, RecordsOperation<Entity>) throws -> State.Change?
  ) async throws -> DurableOutcome {
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
