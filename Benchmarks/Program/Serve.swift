import ArgumentParser
import FieldguideSite
import Foundation
import HTTPTypes
import Logging
import Markup
import WebServer

/// `serve`: the sample page, rendered anew for every request.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the page of 100 rows, rendered anew for every request.")

  @Option(help: "The package's folder.")
  var root = "."

  @Argument(help: "The port to listen on.")
  var port: Int

  func run() async throws {
    let page = try SamplePage(root: URL(filePath: root, directoryHint: .isDirectory))
    var configuration = Configuration(
      host: "127.0.0.1", port: port, logger: Logger(label: "benchmark"))
    configuration.commonFields = SecurityFields.common
    let server = try WebServer(configuration) { _ in
      let bytes = page.rendered()
      return .now(
        Response(
          status: .ok,
          headerFields: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache"],
          body: .buffer(SharedBuffer(bytes.buffer, owner: bytes))))
    }
    // Until it is ended from outside.
    while !server.isDraining { try await Task.sleep(for: .seconds(3_600)) }
  }
}
