import ArgumentParser
import Foundation
import QuakesData

/// `merge`: measures merging and saving feeds of growing size, whose events share
/// ids in artificial worst cases.
struct Merge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Merge and save feeds of growing size.")

  @Option(help: "The number of events; may be repeated.")
  var events = [1_000, 2_000, 4_000, 8_000, 12_000]

  @Option(help: "The number of measurements of each merge; the shortest time counts.")
  var rounds = 3

  /// The pattern of the further ids of events.
  private enum Shape: String, CaseIterable {
    case plain, chain, star, many

    func otherIds(of event: Int) -> [Quake.ID] {
      switch self {
      case .plain: []
      case .chain: ["us\(event + 1)"]
      case .star: ["hub"]
      case .many: (1..<100).map { "us\(event)-\($0)" }
      }
    }
  }

  func run() async throws {
    var rows: [String] = []
    for shape in Shape.allCases {
      for count in events {
        let feed = feed(of: shape, count)
        // In the second merge, all events are known.
        let (state, first) = merge(feed, into: QuakesState())
        let (_, second) = merge(feed, into: state)
        let saving = try await save(feed)
        rows.append(
          """
          {"shape": "\(shape)", "events": \(count), \
          "quakes": \(QuakesState.selectQuakesCount()(state)), \
          "merge_ms": \(first), "merge_again_ms": \(second), "save_ms": \(saving)}
          """)
      }
    }
    print("{\"rows\": [\(rows.joined(separator: ",\n"))]}")
  }

  private func feed(of shape: Shape, _ count: Int) -> QuakesFeed {
    let now = Date(timeIntervalSince1970: 1_750_000_000)
    return QuakesFeed(
      range: .allMonth, generated: now,
      quakes: (0..<count).map { event in
        Quake(
          quakeId: "us\(event)", magnitude: 1.5, time: now - Double(event), updated: now,
          name: "10 km N of Ovalle, Chile", longitude: 10, latitude: 20,
          ids: shape.otherIds(of: event))
      })
  }

  private func merge(
    _ feed: QuakesFeed, into state: QuakesState
  ) -> (QuakesState, milliseconds: Int) {
    var next = state
    // The shortest time is the one that is least disturbed by other programs.
    var shortest = Duration.seconds(3_600)
    for _ in 0..<max(rounds, 1) {
      let duration = ContinuousClock().measure {
        next = state
        next.apply(.changed(state.changes(merging: feed)))
      }
      shortest = min(shortest, duration)
    }
    return (next, rounded(shortest))
  }

  private func rounded(_ duration: Duration) -> Int {
    Int((duration / .milliseconds(1)).rounded())
  }

  private func save(_ feed: QuakesFeed) async throws -> Int {
    let store = LocalStore(isStoredInMemoryOnly: true)
    let duration = try await ContinuousClock().measure {
      try await store.didFetchRemoteFeedMutation(feed)
    }
    try await store.close()
    return rounded(duration)
  }
}
