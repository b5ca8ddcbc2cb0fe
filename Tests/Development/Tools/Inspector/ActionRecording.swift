#if DEBUG
import Foundation
import ImmutableData
import ImmutableUI

/// The log of a store in JSON Lines format: a header, then a line for each
/// action. A program with the same actions can replay it.
///
/// ```text
/// let recording = try ActionRecording<AnimalsAction>(jsonLines: data)
/// let state = try recording.replay(
///   from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
/// ```
struct ActionRecording<Action: Codable & Sendable>: Sendable {
  /// The reason why a recording cannot be replayed.
  enum Problem: Error, Hashable, Sendable {
    /// The first actions are missing, so the initial state is unknown.
    case missingFirstActions(revision: Int)
    /// An action is recorded without its content, which was too large.
    case omittedAction(revision: Int)
    /// The replay led to a different state.
    case differentResult
  }

  struct Head: Codable {
    let store: String
    /// The revision before the first action.
    let start: Int
    /// A digest of the difference between the first and the last state; `nil` if
    /// the difference is too large.
    let difference: String?
  }

  struct Line: Codable {
    let revision: Int
    let time: Date
    let microseconds: Int
    /// `nil` if it has too many elements.
    let action: Action?
  }

  let head: Head
  let lines: [Line]

  /// Parses a recording of the inspector.
  ///
  /// - Throws: `DecodingError` if the data is not a recording of these actions.
  init(jsonLines: Data) throws {
    let decoder = JSONDecoder()
    let parts = jsonLines.split(separator: UInt8(ascii: "\n"))
    head = try decoder.decode(Head.self, from: parts.first.map { Data($0) } ?? Data())
    lines = try parts.dropFirst().map { try decoder.decode(Line.self, from: Data($0)) }
  }

  /// The actions that were recorded with their content, oldest first.
  var actions: [Action] { lines.compactMap(\.action) }

  /// Reduces all actions and compares the resulting change with the recorded one.
  ///
  /// - Parameters:
  ///   - initialState: the initial state of the store.
  ///   - reducer: the reducer of the store.
  /// - Returns: the resulting state.
  /// - Throws: `Problem`, and the errors of the reducer.
  func replay<State: Sendable>(
    from initialState: State, reducer: Reducer<State, Action>
  ) throws -> State {
    guard head.start == 0 else {
      throw Problem.missingFirstActions(revision: head.start)
    }
    var state = initialState
    for line in lines {
      guard let action = line.action else {
        throw Problem.omittedAction(revision: line.revision)
      }
      state = try reducer(state, action)
    }
    if let difference = head.difference,
      difference != Self.digest(of: initialState, state)
    {
      throw Problem.differentResult
    }
    return state
  }

  /// The maximum number of differences that are compared.
  private static var limit: Int { 5_000 }

  /// Returns a digest of the difference between two states; `nil` if it is too
  /// large.
  fileprivate static func digest<State: Sendable>(
    of first: State, _ last: State
  ) -> String? {
    let difference = ValueText(from: first, to: last, limit: limit)
    guard difference.omittedCount == 0 else { return nil }
    var digest = Digest()
    for line in difference.lines { digest.update(line) }
    return digest.text
  }
}

extension StoreLog {
  /// The maximum number of elements of an action that is recorded with its content.
  private static var maxRecordedElements: Int { 20_000 }

  /// Returns the log in JSON Lines format. See `ActionRecording`.
  func recording() throws -> Data {
    let entries = entries
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let difference = entries.first.flatMap { first in
      entries.last.flatMap { last in
        ActionRecording<Action>.digest(of: first.step.before, last.step.after)
      }
    }
    var data = try encoder.encode(
      ActionRecording<Action>.Head(
        store: name, start: (entries.first?.step.revision ?? 1) - 1, difference: difference))
    data.append(UInt8(ascii: "\n"))
    for entry in entries {
      let action = entry.step.action
      let isSmall = elementCount(in: action, atMost: Self.maxRecordedElements) != nil
      data.append(
        try encoder.encode(
          ActionRecording<Action>.Line(
            revision: entry.step.revision, time: entry.date,
            microseconds: Int(entry.step.duration / .microseconds(1)),
            action: isSmall ? action : nil)))
      data.append(UInt8(ascii: "\n"))
    }
    return data
  }
}
#endif
