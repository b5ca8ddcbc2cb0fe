import Foundation
import Glibc
import Logging
import TestSupport
import Testing

@testable import WebServer

/// Servers on a Unix socket and on an inherited socket.
@Suite("Unix sockets")
struct UnixSocketTests {
  /// Runs a test with the path of a socket in a temporary folder.
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await body(folder.url.appending(path: "web").path)
  }

  private func server(at endpoint: Endpoint) throws -> WebServer {
    var configuration = Configuration.test
    configuration.endpoint = endpoint
    return try WebServer(configuration) { request in .now(.text("\(request.client.address)")) }
  }

  private func request(_ path: String) async throws -> String {
    let client = try SocketClient(path: path)
    try await client.send(get("/"))
    return try await client.receiveResponse().text
  }

  @Test func `A Unix socket is served and removed at stop`() async throws {
    try await withPath { path in
      let server = try server(at: .socket(path: path))
      #expect(server.port == 0)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o660)
      #expect(try await request(path) == "local")
      await server.stop()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `A socket in use is an error`() async throws {
    try await withPath { path in
      let first = try server(at: .socket(path: path))
      let error = #expect(throws: SystemError.self) { try server(at: .socket(path: path)) }
      #expect(error?.code == EADDRINUSE)
      #expect(try await request(path) == "local")
      await first.stop()
    }
  }

  @Test func `A stale socket is replaced`() async throws {
    try await withPath { path in
      // As after a crash: the file exists, and no process listens.
      let stale = try ListeningSocket.open(.socket(path: path))
      close(stale)
      #expect(FileManager.default.fileExists(atPath: path))
      let server = try server(at: .socket(path: path))
      #expect(try await request(path) == "local")
      await server.stop()
    }
  }

  @Test func `A file at the path of the socket is not replaced`() async throws {
    try await withPath { path in
      try Data("precious".utf8).write(to: URL(filePath: path))
      #expect(throws: SystemError.self) { try server(at: .socket(path: path)) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }
  }

  @Test func `An inherited socket that listens is used`() async throws {
    let descriptor = try ListeningSocket.open(.address(host: "127.0.0.1", port: 0))
    let port = try ListeningSocket.port(of: descriptor)
    let server = try server(at: .inherited(descriptor: descriptor))
    #expect(server.port == port)
    let response = try await response(to: get("/"), from: server)
    #expect(response.text == "127.0.0.1")
    await server.stop()
  }

  @Test func `An inherited socket that does not listen is an error`() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let error = #expect(throws: SystemError.self) {
      try server(at: .inherited(descriptor: descriptor))
    }
    #expect(error?.reason == "it is not a listening socket")
  }
}
