import ArgumentParser
import Foundation
import HTTPTypes
import Logging
import Markup
import Synchronization
import WebServer
import WebSite

/// `serve`: serves the sample page, rendered for each request.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the page of 100 rows, rendered for each request.")

  @Option(help: "The folder of the package.")
  var root = "."

  @Flag(help: "Render with the hand-written loop instead of the presenters.")
  var byHand = false

  @Argument(help: "The port to listen on.")
  var port: Int

  func run() async throws {
    // In the site each request has its own view state. Sharing one among threads
    // would measure contention of reference counts.
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
    // Runs until the process is terminated.
    while !server.isDraining { try await Task.sleep(for: .seconds(3_600)) }
  }
}

extension Bytes {
  fileprivate var shared: SharedBuffer { SharedBuffer(buffer, owner: self) }
}

/// A page of the hand-written renderer, kept alive until it is sent.
///
/// `@unchecked Sendable` because of the pointer: the page is immutable after
/// `init`.
private final class RawBytes: @unchecked Sendable {
  private var page = RawPage(capacity: 65_536)

  init(_ sample: SamplePage) { page.render(sample) }

  var shared: SharedBuffer { SharedBuffer(UnsafeRawBufferPointer(page.bytes), owner: self) }
}
