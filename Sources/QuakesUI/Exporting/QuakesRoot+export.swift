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
    case .kml: "application/vnd.google-earth.kml+xml"
    case .atom: "application/atom+xml; charset=utf-8"
    }
  }
}

extension QuakesRoot {
  public func content(of download: QuakesDownload) async throws -> DownloadContent {
    switch download {
    case .export(let format, let location):
      if !isReady(at: location) { try await prepare(at: location) }
      return DownloadContent(
        contentType: format.contentType, fileName: "quakes.\(format.rawValue)"
      ) { export(format, at: location) }
    case .picture(let quakeId):
      if !isReady(at: QuakesLocation()) { try await prepare(at: QuakesLocation()) }
      guard let quake = store.select(QuakesState.selectQuake(anyId: quakeId)) else {
        throw missing(quakeId, at: QuakesLocation())
      }
      return DownloadContent(
        contentType: "image/png", version: "\(QuakeRow.milliseconds(quake.updated))",
        isVersionInAddress: false
      ) { try EventPicture(quake).encoded() }
    case .sheet(let sheet):
      return DownloadContent(
        contentType: "image/svg+xml", version: MapSheet.currentVersion,
        isVersionInAddress: sheet.version == MapSheet.currentVersion
      ) { Array(sheet.drawing.utf8) }
    }
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
    case .kml: KMLFormat(measures: location.measures)
    case .atom:
      AtomFormat(
        id: QuakesRoute.export(format, location).href.text, page: location.href.text,
        updated: store.snapshot.state.ledger.lastRefresh?.generated ?? now,
        unit: location.measures.unit)
    }
  }
}
