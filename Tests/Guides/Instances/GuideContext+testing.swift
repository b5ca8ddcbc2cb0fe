import Durable
import Foundation
import Logging
import TestSupport

@testable import WebSite

extension GuideContext {
  /// A context of an instance.
  init(_ storage: DurableStorage) throws {
    self.init(
      dataFolder: URL(fileURLWithPath: "/nonexistent"), storage: storage,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, observer: nil,
      userAgent: "test", assets: try Assets(folder: nil))
  }
}

extension ScriptedServer.Step {
  /// A response with a JSON text.
  static func json(_ text: String) -> Self {
    .send(
      Array(
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
          .utf8))
  }

  static let failure = Self.send(
    Array("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
}

extension ScriptedServer {
  /// The base URL of a service.
  var url: URL { URL(string: "http://127.0.0.1:\(port)/api") ?? URL(filePath: "/") }

  /// The number of requests for a path.
  func count(_ path: String) -> Int { requests.count { $0.contains(path) } }
}
