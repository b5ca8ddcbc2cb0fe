#if DEBUG
import Foundation
import ImmutableData
import Look

/// The log of a store of any type, formatted for display.
protocol InspectedStore: Sendable {
  var name: String { get }
  /// The logged actions, newest first.
  var summaries: [StepSummary] { get }
  /// Returns the details of an action; `nil` if it is not in the log.
  func report(on revision: Int) -> StepReport?
  /// Returns the log for a replay.
  func recording() throws -> Data
}

/// An action in one row.
struct StepSummary: Hashable, Sendable {
  let revision: Int
  let name: String
  let date: Date
  let duration: Duration
}

/// An action and the change that it made.
struct StepReport: Hashable, Sendable {
  let summary: StepSummary
  let action: ShortText
  /// The changes of the state; `nil` if there are none.
  let difference: ShortText?
  let previous: Int?
  let next: Int?
}

/// A text with a limited number of lines and characters per line.
struct ShortText: Hashable, Sendable {
  let lines: [String]
  /// A note about omitted content; `nil` if the text is complete.
  let omission: String?

  static let maxLines = 400
  static let maxLineLength = 400

  init(_ all: [String], omission: String? = nil) {
    lines = all.prefix(Self.maxLines).map { line in
      line.count > Self.maxLineLength ? line.prefix(Self.maxLineLength) + "…" : line
    }
    self.omission = omission ?? (all.count > Self.maxLines ? "The rest is omitted." : nil)
  }
}

extension StoreLog: InspectedStore {
  /// The maximum number of elements that are shown of each collection.
  private static var limit: Int { 20 }

  var summaries: [StepSummary] { entries.reversed().map(Self.summary) }

  func report(on revision: Int) -> StepReport? {
    guard let entry = self[revision] else { return nil }
    let step = entry.step
    let action = ValueText(step.action, limit: Self.limit)
    let difference = ValueText(from: step.before, to: step.after, limit: Self.limit)
    return StepReport(
      summary: Self.summary(entry),
      action: ShortText(
        action.lines,
        omission: action.omittedCount > 0
          ? "\(grouped(action.omittedCount)) more are omitted." : nil),
      difference: difference.lines.isEmpty
        ? nil
        : ShortText(
          difference.lines,
          omission: difference.omittedCount > 0
            ? "Only the first \(Self.limit) changes of each kind are shown." : nil),
      previous: self[revision - 1].map { _ in revision - 1 },
      next: self[revision + 1].map { _ in revision + 1 })
  }

  private static func summary(_ entry: Entry) -> StepSummary {
    StepSummary(
      revision: entry.step.revision, name: caseName(of: entry.step.action), date: entry.date,
      duration: entry.step.duration)
  }
}

/// Returns the name of an enumeration case and its nested cases, such as
/// `ui.animalList.onAppear`. The last of several associated values is the nested
/// action, as in `breeds(id, .breed(…))`.
func caseName(of action: Any) -> String {
  var names: [String] = []
  var value = action
  while true {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .tuple, let last = Array(mirror.children).last {
      value = last.value
      continue
    }
    guard mirror.displayStyle == .enum else { break }
    guard let child = mirror.children.first else {
      names.append(String(describing: value))
      break
    }
    names.append(child.label ?? "")
    value = child.value
  }
  return names.isEmpty ? String(describing: type(of: action)) : names.joined(separator: ".")
}
#endif
