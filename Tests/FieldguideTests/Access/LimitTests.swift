import Logging
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import FieldguideSite

/// How often one may try.
@Suite struct LimitTests {
  private func client(_ digits: String) throws -> ClientAddress {
    try #require(ClientAddress(digits))
  }

  @Test func `a bucket of posts empties, and fills again`() throws {
    let clock = Clock()
    let limit = PostLimit(perMinute: 6) { clock.seconds }
    let one = try client("192.0.2.1")
    for _ in 0..<6 { #expect(limit.admit(one) == nil) }
    #expect(limit.admit(one) == 10)
    // Others are not concerned.
    #expect(limit.admit(try client("192.0.2.2")) == nil)
    clock.seconds = 4
    #expect(limit.admit(one) == 6)
    clock.seconds = 10
    #expect(limit.admit(one) == nil)
    #expect(limit.admit(one) == 10)
    // It holds no more than it ever did.
    clock.seconds = 10_000
    for _ in 0..<6 { #expect(limit.admit(one) == nil) }
    #expect(limit.admit(one) != nil)
  }

  @Test func `a network of IPv6 is one client`() throws {
    let limit = PostLimit(perMinute: 1) { 0 }
    #expect(limit.admit(try client("2001:db8::1")) == nil)
    #expect(limit.admit(try client("2001:db8::2")) != nil)
    #expect(limit.admit(try client("2001:db8:0:1::1")) == nil)
  }

  @Test func `no limit is none`() throws {
    let limit = PostLimit(perMinute: 0) { 0 }
    for _ in 0..<1_000 { #expect(limit.admit(.local) == nil) }
  }

  @Test func `each wrong guess has to wait longer`() throws {
    let one = try client("192.0.2.1")
    var attempts = Attempts()
    var waits: [Int] = []
    var now = 0
    for _ in 0..<12 {
      attempts.failed(one, at: now)
      let wait = attempts.wait(of: one, at: now) ?? 0
      waits.append(wait)
      if wait > 0 { #expect(attempts.wait(of: one, at: now + wait - 1) == 1) }
      now += wait
      #expect(attempts.wait(of: one, at: now) == nil)
    }
    #expect(waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(attempts.wait(of: try client("192.0.2.2"), at: 0) == nil)
    attempts.succeeded(one)
    attempts.failed(one, at: now)
    #expect(attempts.wait(of: one, at: now) == nil)
  }

  @Test func `a log of what strangers do is bounded`() {
    let log = RecordedLog()
    let clock = Clock()
    let throttle = LogThrottle(log.logger, perMinute: 3) { Int(clock.seconds) }
    for _ in 0..<10 { throttle.log("refused", metadata: [:]) }
    #expect(log.lines == ["notice refused", "notice refused", "notice refused"])
    clock.seconds = 60
    throttle.log("refused", metadata: [:])
    #expect(log.lines.suffix(2) == ["notice more like these count=7", "notice refused"])
  }

  /// A clock that stands still until it is set.
  private final class Clock: Sendable {
    private let time = Mutex(0.0)

    var seconds: Double {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }
}
