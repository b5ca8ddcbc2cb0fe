import Foundation
import QuakesData

extension QuakesPageQuery {
  /// Returns the swarms and aftershocks among the matches, without the usual
  /// activity of a region.
  func clusters(of matches: QuakeMatches, _ state: QuakesState) -> [QuakeCluster] {
    guard (filter.circle?.radius ?? .infinity) > QuakeCluster.radius,
      let first = QuakesState.selectOldestQuake()(state)?.time,
      let newest = QuakesState.selectNewestQuake()(state)?.time
    else { return [] }
    // Before it, quakes may be missing.
    let oldest = max(first, QuakesState.selectKnownTime()(state).start ?? first)
    let start = min(max(filter.time?.lowerBound ?? oldest, oldest), newest)
    let period = start...max(start, min(filter.time?.upperBound ?? newest, newest))
    return matches.clusters(3, ofAtLeast: 10).filter { cluster in
      isUnusual(cluster, in: period, since: oldest, state)
    }
  }

  /// Returns true if a cluster is several times what the month before its period
  /// has in the same place, as far as it is loaded. Without enough of it, most of
  /// the quakes have to be within a fifth of the period, or follow one that is large
  /// enough to have many aftershocks.
  private func isUnusual(
    _ cluster: QuakeCluster, in period: ClosedRange<Date>, since oldest: Date,
    _ state: QuakesState
  ) -> Bool {
    let days = period.upperBound.timeIntervalSince(period.lowerBound) / 86_400
    let knownDays = min(period.lowerBound.timeIntervalSince(oldest) / 86_400, 30)
    var query = filter
    query.circle = QuakesQuery.Circle(
      longitude: cluster.largest.longitude, latitude: cluster.largest.latitude,
      radius: QuakeCluster.radius)
    if knownDays >= 3 {
      let end = period.lowerBound.addingTimeInterval(-0.001)
      query.time = end.addingTimeInterval(-knownDays * 86_400)...end
      let usual = Double(QuakesState.selectMatches(of: query)(state).count) * days / knownDays
      return Double(cluster.count) >= 3 * usual
    }
    if cluster.kind == .aftershocks, cluster.largest.magnitude >= 5 { return true }
    guard days >= 3 else { return false }
    query.time = period
    let matches = QuakesState.selectMatches(of: query)(state)
    let fifth = days * 86_400 / 5
    let counts = matches.counts(
      of: (0..<5).map { number in
        let start = period.lowerBound.addingTimeInterval(Double(number) * fifth)
        return start...start.addingTimeInterval(fifth)
      })
    return 5 * (counts.max() ?? 0) >= 3 * matches.count
  }
}
