import Foundation
import TestSupport
import Testing

@testable import WebClient

/// Redirects that are followed or refused.
@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
  private func get(
    _ server: ScriptedServer, _ path: String = "/feed"
  ) async throws -> Result<WebResponse, WebClientError> {
    let client = WebClient(userAgent: "Fieldguide-Tests/1")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
    do throws(WebClientError) {
      return .success(try await client.get(url))
    } catch {
      return .failure(error)
    }
  }

  private static func redirect(to location: String, status: Int = 302) -> [ScriptedServer.Step] {
    [
      .send(
        Array(
          "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n".utf8
        ))
    ]
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect within the host is followed`(status: Int) async throws {
    let server = try ScriptedServer { head in
      head.hasPrefix("GET /new?a=b ")
        ? [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8))]
        : Self.redirect(to: "/new?a=b", status: status)
    }
    defer { server.stop() }
    #expect(try await get(server) == .success(.content(Array("hi".utf8), Validators())))
  }

  @Test(arguments: [
    "http://localhost:1/", "http://127.0.0.2/", "http://127.0.0.1:1/", "https://127.0.0.1/",
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "//localhost/",
    "http://evil@127.0.0.1/", "javascript:alert(1)",
  ])
  func `A redirect to another host is not followed`(location: String) async throws {
    let server = try ScriptedServer { _ in Self.redirect(to: location) }
    defer { server.stop() }
    guard case .failure(.refusedRedirect(let target)) = try await get(server) else {
      Issue.record("The redirect was not refused")
      return
    }
    #expect(target.hasSuffix(location))
    #expect(server.requests.count == 1)
  }

  @Test func `A redirect without an address is not followed`() async throws {
    let server = try ScriptedServer(response: "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    #expect(try await get(server) == .failure(.refusedRedirect(to: "")))
  }

  @Test(arguments: [(3, true), (4, false)])
  func `At most three redirects are followed`(times: Int, isFollowed: Bool) async throws {
    let server = try ScriptedServer { head in
      let path = head.split(separator: " ")[1]
      let number = Int(path.dropFirst()) ?? 0
      return number == 0
        ? [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8))]
        : Self.redirect(to: "/\(number - 1)")
    }
    defer { server.stop() }
    let result = try await get(server, "/\(times)")
    #expect(
      result
        == (isFollowed
          ? .success(.content(Array("hi".utf8), Validators()))
          : .failure(.refusedRedirect(to: "http://127.0.0.1:\(server.port)/0"))))
  }
}
