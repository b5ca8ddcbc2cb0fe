import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImmutableData

/// The registration of open streams.
@Suite(.timeLimit(.minutes(5)))
struct StreamRegistrarTests {
  @Test func `A dropped stream is no longer registered`() {
    let registrar = StreamRegistrar<Int>()
    do {
      let streams = [registrar.makeStream(), registrar.makeStream()]
      #expect(registrar.count == streams.count)
    }
    #expect(registrar.count == 0)
    registrar.yield(1)
  }

  @Test func `Cancelling a subscriber removes only its registration`() async {
    let registrar = StreamRegistrar<Int>()
    let (cancelled, other) = (registrar.makeStream(), registrar.makeStream())
    let task = Task { for await _ in cancelled {} }
    task.cancel()
    await task.value
    #expect(registrar.count == 1)

    registrar.yield(1)
    var iterator = other.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  /// Yielding locks each waiting task; a task that is being cancelled holds
  /// that lock while it removes its registration.
  @Test func `Yielding while subscribers are cancelled does not deadlock`() async throws {
    let count = 1_500
    let rounds = Atomic<Int>(0)
    Thread.detachNewThread {
      for _ in 0..<count {
        let registrar = StreamRegistrar<Int>()
        let subscribers = (0..<4).map { _ in
          let stream = registrar.makeStream()
          return Task { for await _ in stream {} }
        }
        onThreads(2) { thread in
          if thread == 0 {
            for element in 0..<40 { registrar.yield(element) }
          } else {
            for subscriber in subscribers { subscriber.cancel() }
          }
        }
        rounds.add(1, ordering: .relaxed)
      }
    }
    try await eventually("all rounds end") { rounds.load(ordering: .relaxed) == count }
  }

  @Test func `A new stream does not reuse the registration of an earlier one`() async {
    let registrar = StreamRegistrar<Int>()
    for number in 1...3 {
      let stream = registrar.makeStream()
      registrar.yield(number)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == number)
      #expect(registrar.count == 1)
    }
  }

  @Test func `Streams end when the registrar is released`() async {
    let stream = {
      let registrar = StreamRegistrar<Int>()
      let stream = registrar.makeStream()
      registrar.yield(1)
      return stream
    }()
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
  }
}

extension StreamRegistrar {
  /// Returns a stream of all elements.
  fileprivate func makeStream() -> AsyncStream<Element> { makeStream { $0 } }
}
