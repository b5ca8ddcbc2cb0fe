import CSamples
public import Foundation

/// A source of one recorded feed, which is part of the program. Its events are
/// moved so that the recording ends now.
public struct SampleStore: PersistentSessionRemoteStore {
  /// The month of most of the events.
  public static let month = "July 2025"

  private let now: @Sendable () -> Date

  /// - Parameter now: returns the time to which the events are moved.
  public init(now: @escaping @Sendable () -> Date = { .now }) {
    self.now = now
  }

  public func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
    try feed().quakes
  }

  /// Returns the recorded month for every range.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
    try feed()
  }

  private func feed() throws(RemoteStoreError) -> QuakesFeed {
    let data = sample_quakes()
    let recorded = try FeedDecoder.decode(
      Array(UnsafeBufferPointer(start: data.start, count: data.count)))
    guard let generated = recorded.generated else { throw .noFeed }
    let now = now()
    let age = now.timeIntervalSince(generated)
    return QuakesFeed(
      range: .allMonth, generated: now, quakes: recorded.quakes.map { $0.moved(by: age) })
  }
}

extension Quake {
  /// Returns the event as if it had happened later.
  fileprivate func moved(by seconds: TimeInterval) -> Quake {
    Quake(
      quakeId: quakeId, magnitude: magnitude, time: time + seconds, updated: updated + seconds,
      name: name, longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown,
      depth: depth, magnitudeType: magnitudeType, type: type, status: status,
      significance: significance, network: network)
  }
}
