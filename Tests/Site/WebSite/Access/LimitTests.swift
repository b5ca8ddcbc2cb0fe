import Logging
import Synchronization
import TestSupport
import Testing

@testable import WebServer
@testable import WebSite

/// Rate limits and concurrency limits.
@Suite struct LimitTests {
  private let name = "ada"

  private func client(_ digits: String) throws -> ClientAddress {
    try #require(ClientAddress(digits))
  }

  @Test func `A token bucket of posts is refilled over time`() throws {
    let clock = TestClock(0)
    let limit = PostRateLimiter(perMinute: 6) { clock.seconds }
    let one = try client("192.0.2.1")
    for _ in 0..<6 { #expect(limit.admit(one) == nil) }
    #expect(limit.admit(one) == 10)
    // Other clients are not affected.
    #expect(limit.admit(try client("192.0.2.2")) == nil)
    clock.seconds = 4
    #expect(limit.admit(one) == 6)
    clock.seconds = 10
    #expect(limit.admit(one) == nil)
    #expect(limit.admit(one) == 10)
    // The bucket does not exceed its capacity.
    clock.seconds = 10_000
    for _ in 0..<6 { #expect(limit.admit(one) == nil) }
    #expect(limit.admit(one) != nil)
  }

  @Test func `A full table forgets idle keys, else those that changed longest ago`() {
    var table = BoundedTable<String, Int>(0, capacity: 3) { Double($0) <= $1 }
    table.update("a") { $0 = 1 }
    for (key, value) in [("b", 5), ("c", 6)] { table.update(key) { $0 = value } }
    table.update("d", at: 1) { $0 = 9 }
    #expect(["a", "b", "c", "d"].map { table[$0] } == [0, 5, 6, 9])
    table.update("b", at: 1) { $0 = 7 }
    table.update("e", at: 1) { $0 = 8 }
    #expect(["b", "c", "d", "e"].map { table[$0] } == [7, 0, 9, 8])
    table.reset("b")
    table.update("d", at: 1) { $0 = 1 }
    #expect(["b", "d", "e"].map { table[$0] } == [0, 0, 8])
  }

  @Test func `A client is not forgotten when ten thousand others come`() throws {
    let limit = PostRateLimiter(perMinute: 2) { 0 }
    let one = try client("192.0.2.1")
    for number in 0..<10_005 {
      if number >= 9_990, number < 9_992 { #expect(limit.admit(one) == nil) }
      _ = limit.admit(try client("10.0.\(number / 256).\(number % 256)"))
    }
    #expect(limit.admit(one) != nil)
  }

  @Test func `Open responses are limited in total and per client`() throws {
    let limit = ConcurrencyLimit(total: 3, perClient: 2)
    let (one, two) = (try client("192.0.2.1"), try client("192.0.2.2"))
    let ids = [one, one, one].map(limit.admit)
    #expect(ids.map { $0 != nil } == [true, true, false])
    #expect([two, two].map { limit.admit($0) != nil } == [true, false])
    limit.release(try #require(ids[0]))
    #expect(limit.count == 2)
    #expect(limit.admit(two) != nil)
    #expect(limit.admit(one) == nil)
  }

  /// Downloads that are in progress, with the time at which they were last read.
  private final class Downloads: Sendable {
    let time = Mutex(ContinuousClock.now)
    private let aborted = Mutex<[Int]>([])

    var abortedDownloads: [Int] { aborted.withLock { $0 } }

    func limit(total: Int, perClient: Int) -> ConcurrencyLimit {
      ConcurrencyLimit(total: total, perClient: perClient) { [self] in time.withLock { $0 } }
    }

    func wait(_ duration: Duration) { time.withLock { $0 += duration } }

    /// Starts a download that is being sent.
    func start(_ client: ClientAddress, _ limit: ConcurrencyLimit) -> Int? {
      guard let id = limit.admit(client) else { return nil }
      let stream = ResponseStream(source: { .wait })
      stream.attach(resume: {}, shutDown: { [self] in aborted.withLock { $0.append(id) } })
      limit.begin(id, as: stream)
      return id
    }
  }

  @Test func `A download that is not read gives way to a new one`() throws {
    let downloads = Downloads()
    let limit = downloads.limit(total: 3, perClient: 2)
    let (one, two) = (try client("192.0.2.1"), try client("192.0.2.2"))
    let first = try #require(downloads.start(one, limit))
    downloads.wait(.seconds(1))
    let second = try #require(downloads.start(one, limit))
    #expect(downloads.start(one, limit) == nil)
    downloads.wait(.milliseconds(1))
    let third = try #require(downloads.start(two, limit))
    // All have been read lately.
    #expect(downloads.start(two, limit) == nil)
    downloads.wait(.seconds(3))
    limit.noteReading(of: first)
    #expect(downloads.start(two, limit) != nil)
    #expect(downloads.abortedDownloads == [second])
    // The server reports the end of the aborted one later.
    limit.release(second)
    #expect(limit.count == 3)
    limit.release(third)
    #expect(limit.count == 2)
  }

  @Test func `A download that waits for its first part does not give way`() throws {
    let downloads = Downloads()
    let limit = downloads.limit(total: 1, perClient: 1)
    _ = try #require(limit.admit(try client("192.0.2.1")))
    downloads.wait(.seconds(60))
    #expect(limit.admit(try client("192.0.2.2")) == nil)
    #expect(downloads.abortedDownloads == [])
  }

  @Test func `An IPv6 network is one client`() throws {
    let limit = PostRateLimiter(perMinute: 1) { 0 }
    #expect(limit.admit(try client("2001:db8::1")) == nil)
    #expect(limit.admit(try client("2001:db8::2")) != nil)
    #expect(limit.admit(try client("2001:db8:0:1::1")) == nil)
  }

  @Test func `A limit of zero admits all posts`() throws {
    let limit = PostRateLimiter(perMinute: 0) { 0 }
    for _ in 0..<1_000 { #expect(limit.admit(.local) == nil) }
  }

  @Test func `Each wrong password makes the client wait longer`() throws {
    let one = try client("192.0.2.1")
    var throttle = LoginThrottle()
    var waits: [Int] = []
    var now = 0
    for _ in 0..<12 {
      throttle.failed(one, as: name, at: now)
      var wait = 0
      if case .wait(let seconds) = throttle.refusal(of: one, as: name, at: now) { wait = seconds }
      waits.append(wait)
      if wait > 0 { #expect(throttle.refusal(of: one, as: name, at: now + wait - 1) == .wait(1)) }
      now += wait
      #expect(throttle.refusal(of: one, as: name, at: now) == nil)
    }
    #expect(waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(throttle.refusal(of: try client("192.0.2.2"), as: name, at: 0) == nil)
    throttle.succeeded(one, as: name)
    throttle.failed(one, as: name, at: now)
    #expect(throttle.refusal(of: one, as: name, at: now) == nil)
  }

  @Test func `Wrong passwords expire after a quarter of an hour`() throws {
    let one = try client("192.0.2.1")
    var throttle = LoginThrottle()
    for _ in 0..<4 { throttle.failed(one, as: name, at: 0) }
    #expect(throttle.refusal(of: one, as: name, at: 0) == .wait(1))
    #expect(throttle.failures(of: one, at: 900) == 4)
    #expect(throttle.failures(of: one, at: 901) == 0)
    throttle.failed(one, as: name, at: 901)
    #expect(throttle.refusal(of: one, as: name, at: 901) == nil)
  }

  /// Clients whose neighbours have sent one wrong password each.
  struct Neighbours: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let guessers: @Sendable (Int) -> String
    let count: Int
    let client: String
    let refusal: SignInFailure?
  }

  private static let ipv4: @Sendable (Int) -> String = { "192.0.2.\($0)" }
  private static let of56: @Sendable (Int) -> String = { "2001:db8:0:\(String($0, radix: 16))::1" }
  private static let of48: @Sendable (Int) -> String = {
    "2001:db8:0:\(String($0, radix: 16))00::1"
  }

  @Test(arguments: [
    Neighbours(
      testDescription: "half of a /24 is reserved for clients without failures", guessers: ipv4,
      count: 61, client: "192.0.2.200", refusal: nil),
    Neighbours(
      testDescription: "the reserve is not for clients with failures", guessers: ipv4, count: 61,
      client: "192.0.2.1", refusal: .busy(3)),
    Neighbours(
      testDescription: "a few failures of neighbours have no effect", guessers: ipv4, count: 60,
      client: "192.0.2.1", refusal: nil),
    Neighbours(
      testDescription: "a /24 is one network", guessers: ipv4, count: 120,
      client: "192.0.2.200", refusal: .busy(3)),
    Neighbours(
      testDescription: "the next /24 is another network", guessers: ipv4, count: 120,
      client: "192.0.3.1", refusal: nil),
    Neighbours(
      testDescription: "a /56 is one network", guessers: of56, count: 120,
      client: "2001:db8:0:ff::1", refusal: .busy(3)),
    Neighbours(
      testDescription: "the next /56 is another network", guessers: of56, count: 120,
      client: "2001:db8:0:100::1", refusal: nil),
    Neighbours(
      testDescription: "a /48 is one network", guessers: of48, count: 240,
      client: "2001:db8:0:ff00::1", refusal: .busy(2)),
    Neighbours(
      testDescription: "the next /48 is another network", guessers: of48, count: 240,
      client: "2001:db8:1::1", refusal: nil),
  ])
  func `Wrong passwords are counted per network`(_ neighbours: Neighbours) throws {
    var throttle = LoginThrottle()
    for number in 1...neighbours.count {
      throttle.failed(try client(neighbours.guessers(number)), as: "\(number)", at: 0)
    }
    let one = try client(neighbours.client)
    #expect(throttle.refusal(of: one, as: name, at: 0) == neighbours.refusal)
    // The bucket is full again after five minutes.
    #expect(throttle.refusal(of: one, as: name, at: 300) == nil)
  }

  @Test func `Repeated log messages are throttled`() {
    let log = RecordedLog()
    let clock = TestClock(0)
    let throttle = LogThrottle(log.logger, perMinute: 3) { Int(clock.seconds) }
    for _ in 0..<10 { throttle.log("refused", metadata: [:]) }
    #expect(log.lines == ["notice refused", "notice refused", "notice refused"])
    clock.seconds = 60
    throttle.log("refused", metadata: [:])
    #expect(
      log.lines.suffix(2) == ["notice similar messages were suppressed count=7", "notice refused"])
  }
}
