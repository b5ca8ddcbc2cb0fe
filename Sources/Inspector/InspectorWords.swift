import Foundation
import ImmutableUI
import Look

// What was observed, in words.

extension Duration {
  /// As in `12 µs`, `3.4 ms` or `1.2 s`.
  var words: String {
    let microseconds = self / .microseconds(1)
    return switch microseconds {
    case ..<1_000: "\(Int(microseconds.rounded())) µs"
    case ..<1_000_000: "\(Self.tenths(microseconds / 1_000)) ms"
    default: "\(Self.tenths(microseconds / 1_000_000)) s"
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}

extension Date {
  /// The time of day in UTC, as in `07:06:48`.
  var clock: String {
    let seconds = ((ClockMinute.seconds(of: self) % 86_400) + 86_400) % 86_400
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension SelectorEvaluation {
  /// The question, and which one of its kind, where its label does not say
  /// that by itself.
  var name: String {
    guard let id, !label.contains("(") else { return label }
    return "\(label) (\(id.prefix(60)))"
  }

  /// Why it looked at a newer state.
  var why: String {
    switch reason {
    case .first: "Nobody had asked before, or not lately."
    case .filter: "An action passed its filter."
    case .noFilter: "It has no filter: each action may matter."
    case .forgotten: "So much had happened that nobody knew what."
    }
  }

  /// How far it went.
  var course: String {
    guard work.outputSelects > 0 else {
      return
        "None of its \(counted(work.dependencySelects, "dependency", "dependencies")) differed."
    }
    let made =
      didChange ? "The output was made, and differs." : "The output was made, and is the same."
    return work.dependencyComparisons > 0 ? "A dependency differed. \(made)" : made
  }
}
