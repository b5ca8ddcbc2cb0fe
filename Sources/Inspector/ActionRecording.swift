import CustomDump
public import Foundation
public import ImmutableData
import ImmutableUI

/// A store's log as lines of JSON: a first line that tells about it, then a
/// line for each action. It can be replayed where the actions are known.
public struct ActionRecording<Action: InspectableAction>: Sendable {
  /// What is wrong with a recording.
  public enum Problem: Error, Hashable, Sendable {
    /// It does not begin with the first action, so that nobody knows with
    /// what state it does.
    case doesNotBeginAtTheStart(revision: Int)
    /// An action carried more than is written down.
    case isShortened(revision: Int)
    /// A replay changed something else.
    case endsDifferently
  }

  struct Head: Codable {
    let store: String
    /// The revision before its first action.
    let start: Int
    /// A fingerprint of what differs between the states at both ends; `nil`
    /// where that is too much.
    let difference: String?
  }

  struct Line: Codable {
    let revision: Int
    let time: Date
    let microseconds: Int
    let action: Action
    /// Whether the action carried more.
    let isShortened: Bool?
  }

  let head: Head
  let lines: [Line]

  /// Reads what the inspector has written.
  public init(jsonLines: Data) throws {
    let decoder = JSONDecoder()
    let parts = jsonLines.split(separator: UInt8(ascii: "\n"))
    head = try decoder.decode(Head.self, from: parts.first.map { Data($0) } ?? Data())
    lines = try parts.dropFirst().map { try decoder.decode(Line.self, from: Data($0)) }
  }

  /// Its actions, oldest first.
  public var actions: [Action] { lines.map(\.action) }

  /// Reduces all its actions, and compares what that changed with what they
  /// had changed.
  ///
  /// - Parameters:
  ///   - initialState: what the store began with.
  ///   - reducer: that of the store.
  /// - Returns: the state at the end.
  /// - Throws: `Problem`, and what the reducer throws.
  public func replay<State: InspectableState>(
    from initialState: State, reducer: Reducer<State, Action>
  ) throws -> State {
    guard head.start == 0 else {
      throw Problem.doesNotBeginAtTheStart(revision: head.start)
    }
    var state = initialState
    for line in lines {
      if line.isShortened == true { throw Problem.isShortened(revision: line.revision) }
      state = try reducer(state, line.action)
    }
    if let difference = head.difference,
      difference != Self.fingerprint(of: initialState, state)
    {
      throw Problem.endsDifferently
    }
    return state
  }

  /// How many of what differs are compared.
  private static var limit: Int { 5_000 }

  fileprivate static func fingerprint<State: InspectableState>(
    of first: State, _ last: State
  ) -> String? {
    let (before, after, isWhole) = State.differing(first, last, limit: limit)
    guard isWhole else { return nil }
    var digest = Digest()
    digest.update(String(customDumping: before))
    digest.update(String(customDumping: after))
    return digest.text
  }
}

extension StoreLog {
  /// How much of an action is written down.
  private static var mostCarried: Int { 20_000 }

  /// All that is kept as lines of JSON. See `ActionRecording`.
  public func recording() throws -> Data {
    let entries = entries
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let difference = entries.first.flatMap { first in
      entries.last.flatMap { last in
        ActionRecording<Action>.fingerprint(of: first.step.before, last.step.after)
      }
    }
    var data = try encoder.encode(
      ActionRecording<Action>.Head(
        store: name, start: (entries.first?.step.revision ?? 1) - 1, difference: difference))
    data.append(UInt8(ascii: "\n"))
    for entry in entries {
      let (action, leftOut) = entry.step.action.shortened(to: Self.mostCarried)
      data.append(
        try encoder.encode(
          ActionRecording<Action>.Line(
            revision: entry.step.revision, time: entry.date,
            microseconds: Int(entry.step.duration / .microseconds(1)), action: action,
            isShortened: leftOut > 0 ? true : nil)))
      data.append(UInt8(ascii: "\n"))
    }
    return data
  }
}
