/// Metrics as Prometheus reads them: its text format 0.0.4.
package struct MetricsText: Sendable {
  /// The type of the format.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// What tells the samples of a metric apart.
  package typealias Labels = KeyValuePairs<String, String>

  private static let none: Labels = [:]

  /// All that was written.
  package private(set) var text = ""
  private let prefix: String

  /// Nothing yet.
  ///
  /// - Parameter prefix: the beginning of the names of all metrics.
  package init(prefix: String = "") {
    self.prefix = prefix
  }

  /// Writes numbers that only grow. A metric without samples is left out.
  package mutating func counter(
    _ name: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    metric(name, "counter", help, samples)
  }

  /// Writes a number that only grows.
  package mutating func counter(_ name: String, _ help: String, _ value: Int) {
    counter(name, help, Double(value))
  }

  /// Writes a number that only grows.
  package mutating func counter(_ name: String, _ help: String, _ value: Double) {
    counter(name, help, [(Self.none, value)])
  }

  /// Writes numbers that come and go. A metric without samples is left out.
  package mutating func gauge(
    _ name: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    metric(name, "gauge", help, samples)
  }

  /// Writes a number that comes and goes.
  package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    gauge(name, help, [(Self.none, value)])
  }

  /// Writes how long things took.
  package mutating func histogram(
    _ name: String, _ help: String, _ samples: [(labels: Labels, reading: Histogram.Reading)]
  ) {
    guard !samples.isEmpty else { return }
    head(name, "histogram", help)
    for (labels, reading) in samples {
      for (bound, count) in reading.upTo {
        sample("\(name)_bucket", labels, ("le", "\(bound)"), Double(count))
      }
      sample("\(name)_bucket", labels, ("le", "+Inf"), Double(reading.count))
      sample("\(name)_sum", labels, nil, reading.sum)
      sample("\(name)_count", labels, nil, Double(reading.count))
    }
  }

  private mutating func metric(
    _ name: String, _ type: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    head(name, type, help)
    for (labels, value) in samples { sample(name, labels, nil, value) }
  }

  /// The name with the prefix; those of the process have one for all programs.
  private func qualified(_ name: String) -> String {
    name.hasPrefix("process_") ? name : prefix + name
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(qualified(name)) \(Self.escaped(help, quotes: false))\n"
    text += "# TYPE \(qualified(name)) \(type)\n"
  }

  private mutating func sample(
    _ name: String, _ labels: Labels, _ further: (String, String)?, _ value: Double
  ) {
    let all = labels.map { ($0.key, $0.value) } + (further.map { [$0] } ?? [])
    let words = all.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }
    text += words.isEmpty ? qualified(name) : "\(qualified(name)){\(words.joined(separator: ","))}"
    text += " \(Int(exactly: value).map(String.init) ?? "\(value)")\n"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
