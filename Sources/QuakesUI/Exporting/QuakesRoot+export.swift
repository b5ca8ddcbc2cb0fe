import Foundation
import ImmutableData
public import ImmutableUI
import Markup
import QuakesData

extension QuakesRoute.Export {
  /// The value of the `Content-Type` field.
  var contentType: String {
    switch self {
    case .geojson: "application/geo+json"
    case .csv: "text/csv; charset=utf-8"
    case .atom: "application/atom+xml; charset=utf-8"
    }
  }
}

extension QuakesRoot {
  public func content(of download: QuakesDownload) async throws -> DownloadContent {
    if !isReady(at: download.location) { try await prepare(at: download.location) }
    return DownloadContent(
      contentType: download.format.contentType,
      fileName: "quakes.\(download.format.rawValue)",
      parts: export(download.format, at: download.location))
  }

  /// Returns the quakes of a filter on all pages, in the order of the list.
  func export(_ format: QuakesRoute.Export, at location: QuakesLocation) -> QuakesExport {
    let now = now()
    let quakes = store.select(
      QuakesState.selectQuakes(
        of: location.query(now: now), sortedBy: location.sort, order: location.order))
    return QuakesExport(quakes, as: self.format(format, of: location, now: now))
  }

  private func format(
    _ format: QuakesRoute.Export, of location: QuakesLocation, now: Date
  ) -> any ExportFormat {
    switch format {
    case .geojson: GeoJSONFormat()
    case .csv: CSVFormat()
    case .atom:
      AtomFormat(
        id: QuakesRoute.export(format, location).href.text, page: location.href.text,
        updated: store.snapshot.state.ledger.lastRefresh?.generated ?? now,
        unit: location.measures.unit)
    }
  }
}
