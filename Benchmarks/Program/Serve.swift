import ArgumentParser
import Foundation
import HTTPTypes
import Logging
import Markup
import Synchronization
import WebServer
import WebSite

/// `serve`: the sample page, rendered anew for every request.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the page of 100 rows, rendered anew for every request.")

  @Option(help: "The package's folder.")
  var root = "."

  @Flag(help: "Render by hand, not by the presenters.")
  var byHand = false

  @Argument(help: "The port to listen on.")
  var port: Int

  func run() async throws {
    // In the site each request has a view state of its own. Sharing one among
    // threads would measure how they count references to its texts.
    let root = URL(filePath: root, directoryHint: .isDirectory)
    let pages = Mutex(try (0..<4).map { _ in try SamplePage(root: root) })
    var configuration = Configuration(
      .address(host: "127.0.0.1", port: port), logger: Logger(label: "benchmark"))
    configuration.commonFields = SecurityFields.common()
    let byHand = byHand
    let server = try WebServer(configuration) { _ in
      guard let page = pages.withLock({ $0.popLast() }) else {
        return .now(Response(status: .serviceUnavailable))
      }
      defer { pages.withLock { $0.append(page) } }
      return .now(
        Response(
          status: .ok,
          headerFields: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache"],
          body: .buffer(byHand ? RawBytes(page).shared : page.rendered().shared)))
    }
    // Until it is ended from outside.
    while !server.isDraining { try await Task.sleep(for: .seconds(3_600)) }
  }
}

extension Bytes {
  fileprivate var shared: SharedBuffer { SharedBuffer(buffer, owner: self) }
}

/// A page by hand that lives until it is sent.
///
/// `@unchecked` because of the pointer: nobody writes after `init`.
private final class RawBytes: @unchecked Sendable {
  private var page = RawPage(capacity: 65_536)

  init(_ sample: SamplePage) { page.render(sample) }

  var shared: SharedBuffer { SharedBuffer(UnsafeRawBufferPointer(page.bytes), owner: self) }
}
