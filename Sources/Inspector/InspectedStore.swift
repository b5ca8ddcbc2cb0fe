import CustomDump
import Foundation
import ImmutableData

/// A store's log, whatever is in it, in words.
protocol InspectedStore: Sendable {
  var name: String { get }
  /// What is kept, newest first.
  var summaries: [StepSummary] { get }
  /// One action, looked into.
  func report(on revision: Int) -> StepReport?
  /// All that is kept, for replaying it.
  func recording() throws -> Data
}

/// An action in one line.
struct StepSummary: Hashable, Sendable {
  let revision: Int
  let name: String
  let date: Date
  let duration: Duration
}

/// An action, and what it changed.
struct StepReport: Hashable, Sendable {
  let summary: StepSummary
  let action: ShortText
  /// `nil` where nothing differs.
  let difference: ShortText?
  let previous: Int?
  let next: Int?
}

/// A text that ends before it is too long.
struct ShortText: Hashable, Sendable {
  let lines: [String]
  /// What was left out, in words; `nil` where all is there.
  let leftOut: String?

  static let longest = 400
  static let widest = 400

  init(_ text: String, leftOut: String? = nil) {
    let all = text.split(separator: "\n", maxSplits: Self.longest, omittingEmptySubsequences: false)
    lines = all.prefix(Self.longest).map { line in
      line.count > Self.widest ? line.prefix(Self.widest) + "…" : String(line)
    }
    self.leftOut = leftOut ?? (all.count > Self.longest ? "The rest is left out." : nil)
  }
}

extension StoreLog: InspectedStore {
  /// How many of each kind are shown.
  private static var limit: Int { 20 }

  var summaries: [StepSummary] { entries.reversed().map(Self.summary) }

  func report(on revision: Int) -> StepReport? {
    guard let entry = self[revision] else { return nil }
    let step = entry.step
    let (action, leftOut) = step.action.shortened(to: Self.limit)
    let (before, after, isWhole) = State.differing(step.before, step.after, limit: Self.limit)
    return StepReport(
      summary: Self.summary(entry),
      action: ShortText(
        String(customDumping: action), leftOut: leftOut > 0 ? "\(leftOut) more are left out." : nil),
      difference: diff(before, after).map {
        ShortText($0, leftOut: isWhole ? nil : "More than \(Self.limit) of a kind differ.")
      },
      previous: self[revision - 1].map { _ in revision - 1 },
      next: self[revision + 1].map { _ in revision + 1 })
  }

  private static func summary(_ entry: Entry) -> StepSummary {
    StepSummary(
      revision: entry.step.revision, name: caseName(of: entry.step.action), date: entry.date,
      duration: entry.step.duration)
  }
}

/// The name of a case and of those in it, as in `ui.animalList.onAppear`. Of
/// several values the last one is the action: `breeds(id, .breed(…))`.
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
