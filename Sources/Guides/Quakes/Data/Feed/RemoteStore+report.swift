public import Foundation
import WebClient

// The report of an event: its detail feed, and the files of its products.

extension RemoteStore {
  /// The maximum size of a file of a product in bytes. Larger ones hold more than a page
  /// can show.
  static let partLimit = 1_000_000
  /// The time after which no further file is requested: others wait for this report.
  private static let reportLimit = Duration.seconds(60)

  /// Returns what is published about an event; `nil` if the service does not know it, or
  /// no longer. A part that cannot be loaded is missing in the report.
  ///
  /// - Throws: `RemoteStoreError` if the detail feed cannot be loaded.
  public nonisolated func fetchRemoteReportQuery(
    quakeId: Quake.ID, longitude: Double, at date: Date
  ) async throws -> EventReport? {
    let bytes: [UInt8]
    do {
      bytes = try await self.bytes(of: detailFolder.appending(path: "\(quakeId).geojson"))
    } catch {
      // 409: the event was deleted.
      switch error {
      case .fetching(.status(404)), .fetching(.status(409)), .fetching(.missingFile): return nil
      default: throw error
      }
    }
    let detail = try EventDetail(bytes)
    let deadline = ContinuousClock.now + Self.reportLimit
    var report = EventReport(quakeId: quakeId, fetched: date)
    report.updated = detail.updated
    report.mechanism =
      ["moment-tensor", "focal-mechanism"].lazy.flatMap(detail.products)
      .compactMap { FaultMechanism($0.properties) }.first
    report.forecast =
      detail.products("oaf").lazy
      .compactMap { try? JSONValue(Array(($0.text ?? "").utf8)) }
      .compactMap(AftershockForecast.init).first
    report.impact = Self.paragraphs(detail.products("impact-text"))
    report.summary = Self.paragraphs(detail.products("general-text"))
    let shakemap = detail.products("shakemap").first
    let dyfi = detail.products("dyfi").first
    let pager = detail.products("losspager").first
    report.reportCount = dyfi?.properties["num-responses"].number.count
    report.maximumOnLand = shakemap?.properties["maxmmi"].number.within(0...12)
    // Fetches and decodes the file of a part, if there is one and there is time.
    func load(
      _ part: EventReport.Part, _ file: EventDetail.Product.File?,
      _ decode: ([UInt8]) throws -> Void
    ) async {
      guard let file else { return }
      if file.isTooLarge {
        report.tooLarge.insert(part)
      } else if .now >= deadline {
        report.missing.insert(part)
      } else {
        do { try decode(await self.bytes(of: address(of: file.path))) } catch {
          report.missing.insert(part)
        }
      }
    }
    // The requests are sent one after the other, so that one visitor is one client.
    await load(.shaking, shakemap?.file("download/cont_mmi.json", "download/cont_mi.json")) {
      report.shaking = ShakingMap(contours: try JSONValue($0), longitude: longitude)
    }
    await load(.felt, dyfi?.file("dyfi_geo_10km.geojson")) {
      report.felt = FeltCell.cells(try JSONValue($0))
    }
    await load(.towns, detail.products("nearby-cities").first?.file("nearby-cities.json")) {
      report.towns = Town.towns(try JSONValue($0))
    }
    await load(.exposure, pager?.file("json/exposures.json")) {
      report.exposure = Exposure(
        try JSONValue($0), level: pager?.properties["alertlevel"].text?.lowercased())
    }
    guard report.summary.isEmpty else { return report }
    let tectonics = detail.products("tectonic-summary").first
    await load(.summary, tectonics?.file("tectonic-summary.inc.html")) {
      report.summary = MarkupText.paragraphs(of: String(decoding: $0, as: UTF8.self))
    }
    return report
  }

  /// Returns the paragraphs of the first product that has any.
  private static func paragraphs(_ products: [EventDetail.Product]) -> [String] {
    products.lazy.compactMap(\.text).map(MarkupText.paragraphs).first { !$0.isEmpty } ?? []
  }

  /// The folder of the details: beside that of the feeds, or within a local folder of
  /// them.
  private nonisolated var detailFolder: URL {
    (baseURL.isFileURL ? baseURL : baseURL.deletingLastPathComponent()).appending(path: "detail")
  }

  /// Returns the address of a file of a product. It is always one of the service of the
  /// feeds, whatever the host in the detail feed is.
  private nonisolated func address(of path: String) -> URL {
    guard !baseURL.isFileURL else { return baseURL.appending(path: String(path.dropFirst())) }
    var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
    parts?.path = path
    return parts?.url ?? baseURL
  }

  private nonisolated func bytes(of url: URL) async throws(RemoteStoreError) -> [UInt8] {
    do throws(WebClientError) {
      return try await client.bytes(of: url, limit: Self.partLimit)
    } catch {
      throw .fetching(error)
    }
  }
}
