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
  let origins: Origins
  /// The limit on concurrent downloads.
  let limit: ConcurrencyLimit
  let cache = FileCache()

  /// - Parameters:
  ///   - guide: the name of the guide.
  ///   - address: the cache key of a part of pages.
  func reply<Pages: Root>(
    with download: Pages.Route.Download, of shown: ShownPages<Pages>, named guide: String,
    at address: Href, to context: RequestContext
  ) -> Reply {
    let wait = pages.positions.wait(for: context.seen, of: guide, within: LogPositions.pageLimit)
    return pages.errors.later(context) {
      try await wait?()
      let content = try await shown.content(of: download)
      return switch content.use {
      case .saved(let fileName): try await stream(content, as: fileName, to: context)
      case .displayed(let version, let isVersionInAddress):
        try await file(
          content, version, isImmutable: isVersionInAddress, at: address, to: context.client
        ).response(to: context.request)
      }
    }
  }

  private func stream(
    _ content: DownloadContent, as fileName: String, to context: RequestContext
  ) async throws -> Response {
    let client = context.client
    guard let id = limit.admit(client) else { throw SiteError.tooManyDownloads }
    do {
      let origin = origins.origin(for: context)?.text ?? ""
      let parts = try await pages.queue.page(for: client) { try content.makeParts(origin) }
      var fields = content.headerFields
      fields[.contentDisposition] = "attachment; filename=\"\(fileName)\""
      fields[.vary] = "Accept-Encoding"
      // The same content may have other metadata, such as the time of the export.
      fields[.eTag] = parts.version.map { "W/\"\($0)\"" }
      let request = context.request.head.headerFields
      if let version = parts.version,
        EntityTag.matches(request[.ifNoneMatch], "\"\(version)\"")
      {
        limit.release(id)
        fields[.contentType] = nil
        return Response(status: .notModified, headerFields: fields, body: .bytes([]))
      }
      let gzip =
        request[.acceptEncoding].map(AcceptEncoding.allowsGzip) ?? false ? GzipStream() : nil
      if gzip != nil { fields[.contentEncoding] = "gzip" }
      let stream = stream(parts.bytes, gzip, of: id, to: client)
      limit.begin(id, as: stream)
      return Response(status: .ok, headerFields: fields, body: .stream(stream))
    } catch {
      limit.release(id)
      throw error
    }
  }

  private func stream(
    _ parts: some Sequence<[UInt8]> & Sendable, _ gzip: sending GzipStream?, of id: Int,
    to client: ClientAddress
  ) -> ResponseStream {
    let source = Mutex(DownloadSource(parts: AnyIterator(parts.makeIterator()), gzip: gzip))
    let made = Mutex<ResponseStream.Next?>(nil)
    let sleeper = Sleeper()
    let stream = ResponseStream(
      source: { [limit, queue = pages.queue] in
        // The next part is made when the client has read the previous one.
        limit.noteReading(of: id)
        if let part = made.withLock({ $0.take() }) { return part }
        let isAdmitted = queue.add(for: client) {
          let part = source.withLock { $0.next() }
          made.withLock { $0 = part }
          sleeper.wake()
        }
        return isAdmitted ? .wait : source.withLock { $0.next() }
      },
      onEnd: { [limit] in
        limit.release(id)
        // Breaks the reference cycle of the stream and its source.
        sleeper.stream.withLock { $0 = nil }
      })
    sleeper.stream.withLock { $0 = stream }
    return stream
  }

  private func file(
    _ content: DownloadContent, _ version: String, isImmutable: Bool, at address: Href,
    to client: ClientAddress
  ) async throws -> CachedResponse {
    let key = "\(address.text) \(version)"
    if let known = cache[key] { return known }
    return try await pages.queue.page(for: client) {
      var bytes: [UInt8] = []
      for part in try content.makeParts("").bytes { bytes += part }
      var fields = content.headerFields
      if isImmutable { fields[.cacheControl] = Assets.immutable }
      let file = CachedResponse(
        status: .ok, fields: fields, version: version, body: SharedBuffer(copying: bytes),
        isStatic: isImmutable)
      return cache.store(file, at: key)
    }
  }
}

/// The parts of a download, compressed if the client accepts it.
private struct DownloadSource {
  let parts: AnyIterator<[UInt8]>
  let gzip: GzipStream?
  var isEnded = false

  mutating func next() -> ResponseStream.Next {
    guard !isEnded else { return .end }
    while let part = parts.next() {
      guard let gzip else { return .bytes(part) }
      guard let bytes = gzip.compress(part, isLast: false) else { break }
      if !bytes.isEmpty { return .bytes(bytes) }
    }
    isEnded = true
    guard let rest = gzip?.compress([], isLast: true), !rest.isEmpty else { return .end }
    return .bytes(rest)
  }
}

extension DownloadContent {
  /// The header fields of each response with the file. Those of a file for other
  /// sites replace the rules that keep responses of this site to itself.
  fileprivate var headerFields: HTTPFields {
    var fields: HTTPFields = [.contentType: contentType, .cacheControl: "no-cache"]
    guard isEmbeddable else { return fields }
    if let policy = SecurityFields.resourcePolicy { fields[policy] = "cross-origin" }
    if case .saved = use { fields[.accessControlAllowOrigin] = "*" }
    return fields
  }
}
