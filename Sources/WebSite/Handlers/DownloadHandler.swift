import HTTPTypes
import ImmutableUI
import Markup
import Synchronization
import WebServer

/// Responds with the files of guides: downloads, whose content is produced in
/// chunks while it is sent, and parts of pages.
///
/// Both are made in turn by client, like pages.
struct DownloadHandler: Sendable {
  let pages: PageHandler
  /// The limit on concurrent downloads.
  let limit: ConcurrencyLimit
  let cache = FileCache()

  /// - Parameters:
  ///   - guide: the name of the guide.
  ///   - address: the cache key of a part of pages.
  func reply<Pages: Root>(
    with download: Pages.Route.Download, of root: Pages, named guide: String, at address: Href,
    to context: RequestContext
  ) -> Reply {
    let wait = pages.positions.wait(
      for: context.seen, of: guide, within: LogPositions.pageLimit)
    return pages.errors.later(context) {
      try await wait?()
      let content = try await root.content(of: download)
      return switch content.use {
      case .saved(let fileName): try await stream(content, as: fileName, to: context.client)
      case .displayed(let version, let isVersionInAddress):
        try await file(
          content, version, isImmutable: isVersionInAddress, at: address, to: context.client
        ).response(to: context.request)
      }
    }
  }

  private func stream(
    _ content: DownloadContent, as fileName: String, to client: ClientAddress
  ) async throws -> Response {
    guard limit.admit(client) else { throw SiteError.tooManyDownloads }
    do {
      let parts = try await pages.queue.page(for: client) { try content.makeParts() }
      return Self.stream(parts, of: content.contentType, as: fileName) { [limit] in
        limit.release(client)
      }
    } catch {
      limit.release(client)
      throw error
    }
  }

  private static func stream(
    _ parts: some Sequence<[UInt8]> & Sendable, of contentType: String, as fileName: String,
    onEnd: @escaping @Sendable () -> Void
  ) -> Response {
    let parts = Mutex(iterator(of: parts))
    var fields: HTTPFields = [.contentType: contentType, .cacheControl: "no-cache"]
    fields[.contentDisposition] = "attachment; filename=\"\(fileName)\""
    return Response(
      status: .ok, headerFields: fields,
      body: .stream(
        ResponseStream(
          source: { parts.withLock { $0.next() }.map(ResponseStream.Next.bytes) ?? .end },
          onEnd: onEnd)))
  }

  private func file(
    _ content: DownloadContent, _ version: String, isImmutable: Bool, at address: Href,
    to client: ClientAddress
  ) async throws -> CachedResponse {
    let key = "\(address.text) \(version)"
    if let known = cache[key] { return known }
    return try await pages.queue.page(for: client) {
      let bytes = Array(Self.iterator(of: try content.makeParts()).joined())
      let file = CachedResponse(
        status: .ok,
        fields: [
          .contentType: content.contentType,
          .cacheControl: isImmutable ? Assets.immutable : "no-cache",
        ],
        version: version, body: SharedBuffer(copying: bytes))
      return cache.store(file, at: key)
    }
  }

  private static func iterator(of parts: some Sequence<[UInt8]>) -> AnyIterator<[UInt8]> {
    AnyIterator(parts.makeIterator())
  }
}
