import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Bodies of bytes and shared buffers.
@Suite("Bodies")
struct BodyTests {
  @Test(arguments: [0, 1, 1000, 100_000, 3_000_000])
  func `A body of bytes is sent`(count: Int) async throws {
    let bytes = pattern(count)
    try await withHandler { _ in
      .now(Response(status: .ok, body: .bytes(bytes)))
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response["content-length"] == String(count))
      #expect(response.body == bytes)
    }
  }

  @Test func `An empty body is sent`() async throws {
    try await withHandler { _ in
      .now(Response(status: .ok))
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response["content-length"] == "0")
      #expect(response.body == [])
    }
  }

  @Test(arguments: [0, 1, 100_000, 3_000_000])
  func `A shared buffer is released after it is sent`(count: Int) async throws {
    let page = Mutex<Page?>(Page(count: count))
    let weak = WeakPage(page.withLock { $0 })
    try await withHandler { _ in
      // The response has the last reference.
      let body = page.withLock { page in
        defer { page = nil }
        return page.map { Response.Body.buffer($0.shared) }
      }
      return .now(Response(status: .ok, body: body ?? .none))
    } _: { server in
      #expect(weak.isAlive)
      let client = try SocketClient(port: server.port)
      try await client.send(get("/"))
      let response = try await client.receiveResponse()
      #expect(response["content-length"] == String(count))
      #expect(response.body == pattern(count))
      // The connection is still open, so the end of the response releases it.
      try await eventually { !weak.isAlive }
      try await client.send(get("/"))
      #expect(try await client.receiveResponse().body == [])
    }
  }

  @Test func `A shared buffer is released when the client disconnects`() async throws {
    let page = Mutex<Page?>(Page(count: 8_000_000))
    let weak = WeakPage(page.withLock { $0 })
    try await withHandler { _ in
      let body = page.withLock { page in
        defer { page = nil }
        return page.map { Response.Body.buffer($0.shared) }
      }
      return .now(Response(status: .ok, body: body ?? .none))
    } _: { server in
      do {
        let client = try SocketClient(port: server.port, receiveBuffer: 4096)
        try await client.send(get("/"))
        _ = try await client.receive(through: "\r\n\r\n")
        #expect(weak.isAlive, "8 MB do not fit into the kernel's buffers")
      }
      try await eventually { !weak.isAlive }
    }
  }
}

/// Returns bytes in which lost or repeated parts are detected.
private func pattern(_ count: Int) -> [UInt8] {
  // The period is prime, so that no buffer size is a multiple of it.
  let block = (0..<251).map { UInt8($0) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + block.count)
  while bytes.count < count { bytes += block }
  bytes.removeLast(bytes.count - count)
  return bytes
}

/// The owner of a shared buffer.
private final class Page: Sendable {
  nonisolated(unsafe) private let memory: UnsafeMutableRawBufferPointer

  init(count: Int) {
    memory = .allocate(byteCount: count, alignment: 1)
    memory.copyBytes(from: pattern(count))
  }

  deinit {
    // A read after the release returns wrong bytes.
    memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
    memory.deallocate()
  }

  var shared: SharedBuffer { SharedBuffer(UnsafeRawBufferPointer(memory), owner: self) }
}

private final class WeakPage: Sendable {
  private struct Reference { weak var page: Page? }
  private let reference: Mutex<Reference>

  init(_ page: Page?) { reference = Mutex(Reference(page: page)) }

  var isAlive: Bool { reference.withLock { $0.page != nil } }
}
