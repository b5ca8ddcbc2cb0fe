import Dispatch
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// The turns of clients whose pages have to be made.
@Suite(.timeLimit(.minutes(1)))
struct PageQueueTests {
  private let one = ClientAddress("192.0.2.1") ?? .local
  private let other = ClientAddress("192.0.2.2") ?? .local

  /// A queue whose pages are names, and which records their order. Its first page
  /// waits until the test releases it.
  private final class Site: Sendable {
    let queue: PageQueue
    let made = Mutex<[String]>([])
    /// True if the first page is being made.
    let isBusy = Atomic(false)
    private let release = DispatchSemaphore(value: 0)

    init(_ limits: PageQueue.Limits) {
      queue = PageQueue(limits: limits)
    }

    func page(_ name: String, for client: ClientAddress) async throws -> String {
      try await queue.page(for: client) {
        if name == "first" {
          self.isBusy.store(true, ordering: .relaxed)
          self.release.wait()
        }
        self.made.withLock { $0.append(name) }
        if name == "missing" { throw SiteError.notFound(.page) }
        return name
      }
    }

    func begin() { release.signal() }

    func waits(_ count: Int) async throws {
      try await eventually("\(count) pages wait") { queue.waiting == count }
    }
  }

  @Test func `One page of another client comes before many of one client`() async throws {
    let site = Site(.init(pages: 1, pagesPerClient: 1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await site.page("first", for: one) }
      try await eventually("the first page is being made") { site.isBusy.load(ordering: .relaxed) }
      for number in 1...3 {
        group.addTask { _ = try await site.page("one \(number)", for: one) }
        try await site.waits(number)
      }
      group.addTask { _ = try await site.page("other", for: other) }
      try await site.waits(4)
      site.begin()
      try await group.waitForAll()
    }
    let made = site.made.withLock(\.self)
    #expect(made == ["first", "other", "one 1", "one 2", "one 3"])
  }

  @Test func `A client that has its pages in progress keeps no thread from others`() async throws {
    let site = Site(.init(pages: 2, pagesPerClient: 1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await site.page("first", for: one) }
      try await eventually("the first page is being made") { site.isBusy.load(ordering: .relaxed) }
      group.addTask { _ = try await site.page("second", for: one) }
      try await site.waits(1)
      #expect(try await site.page("other", for: other) == "other")
      site.begin()
      try await group.waitForAll()
    }
    #expect(site.made.withLock(\.self) == ["other", "first", "second"])
  }

  @Test(arguments: [
    (PageQueue.Limits(pages: 1, waiting: 1), "192.0.2.2"),
    (PageQueue.Limits(pages: 1, pagesPerClient: 1, waitingPerClient: 1), "192.0.2.1"),
  ])
  func `A page beyond a limit is refused`(_ limits: PageQueue.Limits, _ client: String) async throws
  {
    let site = Site(limits)
    let client = try #require(ClientAddress(client))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await site.page("first", for: one) }
      try await eventually("the first page is being made") { site.isBusy.load(ordering: .relaxed) }
      group.addTask { _ = try await site.page("second", for: one) }
      try await site.waits(1)
      let error = await #expect(throws: SiteError.self) {
        try await site.page("third", for: client)
      }
      #expect(error?.status == .serviceUnavailable)
      site.begin()
      try await group.waitForAll()
    }
    #expect(site.made.withLock(\.self) == ["first", "second"])
  }

  @Test func `The error of a page is that of its request`() async throws {
    let site = Site(.init())
    let error = await #expect(throws: SiteError.self) {
      try await site.page("missing", for: one)
    }
    #expect(error?.status == .notFound)
    #expect(try await site.page("next", for: one) == "next")
  }
}
