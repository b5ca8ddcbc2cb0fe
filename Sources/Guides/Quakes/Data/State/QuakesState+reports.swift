package import Foundation
package import HashTreeCollections
package import ImmutableData

extension QuakesState {
  /// The reports of the events whose pages were visited last.
  package struct Reports: Hashable, Sendable {
    package private(set) var entries: TreeDictionary<Quake.ID, Entry> = [:]

    /// The maximum number of reports in memory. Others are on disk.
    package static let capacity = 64

    package struct Entry: Hashable, Sendable {
      /// The report; `nil` if none is known so far.
      package var report: EventReport?
      package var status: Status
      /// The time at which it was asked for last.
      package var asked: Date
    }
  }
}

extension QuakesState.Reports {
  /// Returns true if a report shall be loaded: it is not known, or may have changed. The
  /// younger the event, the more often the service changes it.
  package func isDue(_ quake: Quake, at now: Date) -> Bool {
    guard let entry = entries[quake.id] else { return true }
    switch entry.status {
    case .waiting: return false
    // It was postponed.
    case .empty: return true
    // A service that fails is not asked by each visitor.
    case .failure: return now.timeIntervalSince(entry.asked) >= 300
    case .success:
      // The service may know the event later.
      guard let report = entry.report else { return now.timeIntervalSince(entry.asked) >= 3_600 }
      return report.isStale(for: quake, at: now)
    }
  }

  /// Notes that a report is being loaded. The entry that was asked for first makes place.
  package mutating func begin(_ quakeId: Quake.ID, at now: Date) {
    entries[quakeId] = Entry(
      report: entries[quakeId]?.report, status: .waiting, asked: now)
    guard entries.count > Self.capacity,
      let oldest = entries.filter({ $0.value.status != .waiting })
        .min(by: { $0.value.asked < $1.value.asked })?.key
    else { return }
    entries[oldest] = nil
  }

  /// Shows a report that was on disk, until the newer one is loaded.
  mutating func show(_ report: EventReport) {
    entries[report.quakeId]?.report = report
  }

  /// Ends loading a report.
  package mutating func end(_ quakeId: Quake.ID, _ result: QuakesAction.FetchReportResult) {
    switch result {
    case .success(let report):
      if let report { entries[quakeId]?.report = report }
      entries[quakeId]?.status = .success
    case .failure(let error):
      entries[quakeId]?.status = .failure(error: error)
    case .postponed:
      entries[quakeId]?.status = .empty
    }
  }
}

extension EventReport {
  /// Returns true if the report may have changed since it was fetched.
  func isStale(for quake: Quake, at now: Date) -> Bool {
    let age = fetched.timeIntervalSince(quake.time)
    let lifetime: TimeInterval =
      switch age {
      case ..<3_600: 300
      case ..<86_400: 1_800
      case ..<(30 * 86_400): 86_400
      default: 30 * 86_400
      }
    // Parts that could not be loaded are tried again sooner.
    return now.timeIntervalSince(fetched) >= (missing.isEmpty ? lifetime : min(lifetime, 1_800))
  }
}

extension QuakesState {
  /// Selects what is known of the report of an event; `nil` if nobody asked for it.
  /// O(log n).
  package static func selectReport(
    quakeId: Quake.ID?
  ) -> @Sendable (QuakesState) -> Reports.Entry? {
    { state in quakeId.flatMap { state.reports.entries[$0] } }
  }
}
