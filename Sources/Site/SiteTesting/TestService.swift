import HTTPTypes
import Logging
import Synchronization
import WebServer

/// A remote service on the loopback interface, whose answer a test can change.
///
/// ```swift
/// let service = try TestService(answer: #"{"tides":[]}"#)
/// print(service.address)
/// service.answer = nil  // From now on the service fails.
/// ```
public final class TestService: Sendable {
  private let content: Content
  private let server: WebServer

  /// - Parameter answer: the body of each response; `nil` for the status 502.
  public init(answer: String?) throws {
    let content = Content(answer)
    self.content = content
    let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    server = try WebServer(
      Configuration(.address(host: "127.0.0.1", port: 0), logger: silence)
    ) { _ in
      guard let text = content.text.withLock(\.self) else {
        return .now(Response(status: .badGateway))
      }
      return .now(Response(status: .ok, body: .bytes(Array(text.utf8))))
    }
  }

  /// The address of the service.
  public var address: String { "http://127.0.0.1:\(server.port)" }

  /// The body of each response; `nil` for the status 502.
  public var answer: String? {
    get { content.text.withLock(\.self) }
    set { content.text.withLock { $0 = newValue } }
  }
}

/// An answer that the server and the test share.
private final class Content: Sendable {
  let text: Mutex<String?>

  init(_ text: String?) { self.text = Mutex(text) }
}
