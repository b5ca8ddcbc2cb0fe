import Foundation
import Hummingbird
import Logging
import Mustache

/// Hummingbird with Mustache: `Peer PORT DATA`.
///
/// `/dictionaries` and `/reflection` render the page for each request, from the two kinds of
/// contexts that Mustache accepts; `/prebuilt` measures the server alone.
@main
struct Peer {
  static func main() async throws {
    guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
      fatalError("usage: Peer PORT DATA")
    }
    let data = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)
    let page = try JSONDecoder().decode(
      Page.self, from: Data(contentsOf: data.appending(path: "rows.json")))
    let template = try MustacheTemplate(string: Page.template)
    let prebuilt = ByteBuffer(bytes: try Data(contentsOf: data.appending(path: "page.html")))

    let router = Router()
    router.get("dictionaries") { _, _ in
      html(ByteBuffer(string: template.render(page.dictionary)))
    }
    router.get("reflection") { _, _ in
      html(ByteBuffer(string: template.render(page)))
    }
    router.get("prebuilt") { _, _ in
      html(prebuilt)
    }

    var logger = Logger(label: "peer")
    logger.logLevel = .warning
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger
    )
    try await application.runService()
  }

  private static func html(_ body: ByteBuffer) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: body)
    )
  }
}
