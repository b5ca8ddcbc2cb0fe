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
    case .csv, .excel: "text/csv; charset=utf-8"
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
      if format == .atom, sample == nil {
        // A new installation draws its id after the start.
        await store.wait(timeout: timeout) { $0.ledger.feedId != nil }
      }
      return DownloadContent(
        contentType: format.contentType,
        fileName: "quakes\(sample == nil ? "" : "-sample").\(format.fileExtension)"
      ) { origin in
        .init(export(format, at: location, of: origin), version: version(at: location))
      }
    case .picture(let quakeId):
      if !isReady(at: QuakesLocation()) { try await prepare(at: QuakesLocation()) }
      // A picture has no place for the label of a sample.
      guard let quake = store.select(QuakesState.selectQuake(anyId: quakeId)), sample == nil else {
        throw missing(quakeId, at: QuakesLocation())
      }
      return DownloadContent(
        contentType: "image/png", version: EventPicture.version(of: quake),
        isVersionInAddress: false, isEmbeddable: true
      ) { try EventPicture(quake: quake).encoded() }
    case .sheet(let sheet):
      return DownloadContent(
        contentType: "image/svg+xml", version: MapSheet.currentVersion,
        isVersionInAddress: sheet.version == MapSheet.currentVersion
      ) { Array(sheet.drawing.utf8) }
    }
  }

  /// Returns the quakes of a filter on all pages, in the order of the list. A feed
  /// has the first 500: readers ask for it again and again.
  ///
  /// - Parameter origin: the origin of the site, for absolute addresses.
  func export(
    _ format: QuakesRoute.Export, at location: QuakesLocation, of origin: String
  ) -> QuakesExport {
    let now = now()
    let quakes = store.select(
      QuakesState.selectQuakes(
        of: location.query(now: now), sortedBy: location.sort, order: location.order))
    let format = self.format(format, of: location, origin, now: now)
    return QuakesExport(quakes, as: format, limit: format is AtomFormat ? 500 : .max)
  }

  /// Returns a name for the quakes of a filter as they are now, and for the time
  /// that is known. O(n) for n quakes.
  private func version(at location: QuakesLocation) -> String {
    let quakes = store.select(
      QuakesState.selectQuakes(of: location.query(now: now()), sortedBy: .time, order: .reverse))
    var digest = Digest()
    let knownSince = store.select(QuakesState.selectKnownTime()).start
    digest.update("\(knownSince?.timeIntervalSinceReferenceDate ?? 0)")
    for quake in quakes {
      digest.update(quake.id)
      for id in quake.otherIds { digest.update(id) }
      digest.update(quake.name)
      for date in [quake.updated, quake.missingSince ?? .distantPast] {
        withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern) { digest.update($0) }
      }
    }
    return digest.text
  }

  private func format(
    _ format: QuakesRoute.Export, of location: QuakesLocation, _ origin: String, now: Date
  ) -> any ExportFormat {
    let address = origin + QuakesRoute.export(format, location).href.text
    let title = [sample, location.sentence].compactMap(\.self).joined(separator: " - ")
    let ledger = store.snapshot.state.ledger
    let updated = ledger.lastRefresh?.generated ?? now
    let knownSince = store.select(QuakesState.selectKnownTime()).start
    return switch format {
    case .geojson:
      GeoJSONFormat(title: title, generated: updated, knownSince: knownSince, sample: sample)
    case .csv: CSVFormat(knownSince: knownSince, sample: sample)
    case .excel: CSVFormat(hasByteOrderMark: true, knownSince: knownSince, sample: sample)
    case .kml: KMLFormat(title: title, knownSince: knownSince, measures: location.measures)
    case .atom:
      AtomFormat(
        title: title, knownSince: knownSince,
        // A sample has another id after each start.
        id: (sample == nil ? ledger.feedId : nil).map(location.feedId) ?? address,
        address: address,
        page: origin + location.href.text,
        updated: updated,
        unit: location.measures.unit)
    }
  }
}

extension QuakesLocation {
  /// Returns the id of the Atom feed with the filter: the first half of the random id of the
  /// installation with a digest of the filter.
  ///
  /// A feed keeps its id at another address, such as a new public origin. The ids of
  /// two installations differ, those of instances with the same data do not.
  func feedId(from id: UUID) -> String {
    var digest = Digest()
    digest.update(QuakesRoute.export(.atom, self).href.text)
    // The digit after the third hyphen is the variant of all random ids (RFC 9562).
    let random = id.uuidString.lowercased().prefix(20)
    let digits = digest.text.dropFirst()
    return "urn:uuid:\(random)\(digits.prefix(3))-\(digits.dropFirst(3))"
  }
}
