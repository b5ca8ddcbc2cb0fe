/// Metrics in the Prometheus text format 0.0.4.
public struct MetricsText: Sendable {
  /// The media type of the format.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The labels of a sample.
  public typealias Labels = KeyValuePairs<String, String>

  private static let none: Labels = [:]

  /// The text.
  public private(set) var text = ""
  private let prefix: String

  /// Creates an empty text.
  ///
  /// - Parameter prefix: The prefix of the names of all metrics, except those of
  ///   the process.
  public init(prefix: String = "") {
    self.prefix = prefix
  }

  /// Writes a counter with labels. A metric without samples is omitted.
  public mutating func counter(
    _ name: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    metric(name, "counter", help, samples)
  }

  /// Writes a counter without labels.
  public mutating func counter(_ name: String, _ help: String, _ value: Int) {
    counter(name, help, Double(value))
  }

  /// Writes a counter without labels.
  public mutating func counter(_ name: String, _ help: String, _ value: Double) {
    counter(name, help, [(Self.none, value)])
  }

  /// Writes a gauge with labels. A metric without samples is omitted.
  public mutating func gauge(
    _ name: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    metric(name, "gauge", help, samples)
  }

  /// Writes a gauge without labels.
  public mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    gauge(name, help, [(Self.none, value)])
  }

  /// Writes a histogram. A metric without samples is omitted.
  public mutating func histogram(
    _ name: String, _ help: String, _ samples: [(labels: Labels, snapshot: Histogram.Snapshot)]
  ) {
    guard !samples.isEmpty else { return }
    header(name, "histogram", help)
    for (labels, snapshot) in samples {
      for (bound, count) in snapshot.buckets {
        sample("\(name)_bucket", labels, ("le", "\(bound)"), Double(count))
      }
      sample("\(name)_bucket", labels, ("le", "+Inf"), Double(snapshot.count))
      sample("\(name)_sum", labels, nil, snapshot.sum)
      sample("\(name)_count", labels, nil, Double(snapshot.count))
    }
  }

  private mutating func metric(
    _ name: String, _ type: String, _ help: String, _ samples: [(labels: Labels, value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    header(name, type, help)
    for (labels, value) in samples { sample(name, labels, nil, value) }
  }

  /// Returns the name with the prefix, except for the standard process metrics.
  private func qualified(_ name: String) -> String {
    name.hasPrefix("process_") ? name : prefix + name
  }

  private mutating func header(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(qualified(name)) \(Self.escaped(help, quotes: false))\n"
    text += "# TYPE \(qualified(name)) \(type)\n"
  }

  private mutating func sample(
    _ name: String, _ labels: Labels, _ extra: (String, String)?, _ value: Double
  ) {
    let all = labels.map { ($0.key, $0.value) } + (extra.map { [$0] } ?? [])
    let pairs = all.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }
    text += pairs.isEmpty ? qualified(name) : "\(qualified(name)){\(pairs.joined(separator: ","))}"
    text += " \(Int(exactly: value).map(String.init) ?? "\(value)")\n"
  }

  static func escaped(_ text: String, quotes: Bool) -> String {
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
