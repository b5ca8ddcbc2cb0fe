import HTTPTypes
import ImmutableUI
import Synchronization
import WebServer

/// Responds with downloads, whose content is produced in chunks while it is
/// sent.
struct DownloadHandler: Sendable {
  let errors: ErrorHandler
  /// The limit on concurrent downloads.
  let limit: ConcurrencyLimit

  func reply<Pages: Root>(
    with download: Pages.Route.Download, of root: Pages, to context: RequestContext
  ) -> Reply {
    let client = context.client
    return errors.later(context) { [limit] in
      guard limit.admit(client) else { throw SiteError.tooManyDownloads }
      let content: DownloadContent
      do {
        content = try await root.content(of: download)
      } catch {
        limit.release(client)
        throw error
      }
      let parts = Mutex(Self.iterator(of: content.parts))
      var fields: HTTPFields = [.contentType: content.contentType, .cacheControl: "no-cache"]
      fields[.contentDisposition] = "attachment; filename=\"\(content.fileName)\""
      return Response(
        status: .ok, headerFields: fields,
        body: .stream(
          ResponseStream(
            source: { parts.withLock { $0.next() }.map(ResponseStream.Next.bytes) ?? .end },
            onEnd: { limit.release(client) })))
    }
  }

  private static func iterator(of parts: some Sequence<[UInt8]>) -> AnyIterator<[UInt8]> {
    AnyIterator(parts.makeIterator())
  }
}
