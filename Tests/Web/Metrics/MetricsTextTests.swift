import Metrics
import Testing

/// The Prometheus text format. `Tests/Running/Browser` also checks the metrics of the
/// program with `promtool`.
@Suite struct MetricsTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("two\nlines", "two\\nlines"),
    ("back\\slash", "back\\\\slash"),
    ("a \"quoted\" word", "a \\\"quoted\\\" word"),
    ("\\n", "\\\\n"),
    ("} 1\nfake 2", "} 1\\nfake 2"),
    ("\r\n", "\r\\n"),
  ])
  func `Label values are escaped`(value: String, written: String) {
    var text = MetricsText()
    text.counter("things_total", "Things.", [(["kind": value], 1)])
    let lines = text.text.unicodeScalars.split(separator: "\n").map(String.init)
    #expect(lines.last == "things_total{kind=\"\(written)\"} 1")
    #expect(lines.count == 3)
  }

  @Test(arguments: [
    (0.0, "0"), (-3, "-3"), (0.25, "0.25"), (1e15, "1000000000000000"), (5e-5, "5e-05"),
  ])
  func `Integers have no exponent`(value: Double, written: String) {
    var text = MetricsText()
    text.gauge("level", "A level.", value)
    #expect(text.text == "# HELP level A level.\n# TYPE level gauge\nlevel \(written)\n")
  }

  @Test func `A metric without samples is omitted`() {
    var text = MetricsText()
    text.counter("things_total", "Things.", [])
    text.histogram("seconds", "Times.", [])
    #expect(text.text == "")
  }

  @Test(arguments: [
    (0, "5e-05"), (50_000, "5e-05"), (50_001, "0.0001"), (1_000_000, "0.001"),
    (5_000_000_000, "5.0"), (5_000_000_001, "+Inf"), (Int.max, "+Inf"),
  ])
  func `A duration at a bound belongs to its bucket`(nanoseconds: Int, first: String) throws {
    let histogram = Histogram()
    histogram.observe(nanoseconds)
    var text = MetricsText()
    text.histogram("seconds", "Times.", [(["of": "this"], histogram.snapshot)])
    let buckets = text.text.split(separator: "\n").filter { $0.contains("_bucket") }
    let counted = try #require(buckets.first { $0.hasSuffix(" 1") })
    #expect(counted == "seconds_bucket{of=\"this\",le=\"\(first)\"} 1")
    // Buckets are cumulative.
    #expect(buckets.drop { $0 != counted }.allSatisfy { $0.hasSuffix(" 1") })
    #expect(text.text.contains("seconds_count{of=\"this\"} 1\n"))
  }

  @Test func `Sums are in seconds`() {
    let histogram = Histogram()
    for nanoseconds in [1_000_000_000, 500_000_000] { histogram.observe(nanoseconds) }
    #expect(histogram.snapshot.sum == 1.5)
    #expect(histogram.snapshot.count == 2)
  }

  @Test func `Concurrent increments are not lost`() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { counter.add() } } }
    }
    #expect(counter.value == 8_000)
  }

  @Test func `The metrics of the process are written`() {
    var text = MetricsText()
    text.process()
    for name in [
      "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
      "process_max_fds", "process_start_time_seconds", "process_threads",
      "process_virtual_memory_bytes",
    ] {
      #expect(text.text.contains("\n\(name) "), "\(name)")
    }
  }
}
