#if DEBUG
import Foundation
import ImmutableUI
import Look

// Observations, formatted for display.

extension Duration {
  /// The duration, such as `12 µs`, `3.4 ms` or `1.2 s`.
  var text: String {
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
  /// The time of day in UTC, such as `07:06:48`.
  var clock: String {
    let seconds = ((ClockMinute.seconds(of: self) % 86_400) + 86_400) % 86_400
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension SelectorEvaluation {
  /// The label of the selector, with its id unless the label contains it.
  var name: String {
    guard let id, !label.contains("(") else { return label }
    return "\(label) (\(id.prefix(60)))"
  }

  /// The reason for the evaluation.
  var reasonText: String {
    switch reason {
    case .first: "It was not in the cache."
    case .filter: "An action passed its filter."
    case .noFilter: "It has no filter, so every action may affect it."
    case .forgotten: "There were too many actions to check since its last evaluation."
    }
  }

  /// The result of the evaluation.
  var resultText: String {
    guard work.outputSelects > 0 else {
      return
        "None of its \(counted(work.dependencySelects, "dependency", "dependencies")) changed."
    }
    let output =
      didChange ? "The output was computed and changed." : "The output was computed and is equal."
    return work.dependencyComparisons > 0 ? "A dependency changed. \(output)" : output
  }
}
#endif
