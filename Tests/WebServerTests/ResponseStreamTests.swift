import Synchronization
import Testing

@testable import WebServer

/// The stream by itself: the test plays the worker.
@Suite("ResponseStream")
struct ResponseStreamTests {
  @Test func `Large pieces are cut to the buffer`() {
    let source = Source([.bytes([1, 2, 3, 4, 5]), .bytes([6]), .end])
    let stream = source.stream()
    #expect(stream.read(2) == .bytes([1, 2]))
    #expect(stream.read(2) == .bytes([3, 4]))
    #expect(stream.read(2) == .bytes([5]))
    #expect(stream.read(2) == .bytes([6]))
    #expect(stream.read(2) == .end)
    #expect(source.asked == 3)
  }

  @Test func `A stream sleeps until it is woken`() {
    let source = Source([.wait, .bytes([1]), .wait])
    let stream = source.stream()
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .asleep)
    #expect(resumed.load(ordering: .relaxed) == 0)
    stream.wake()
    stream.wake()
    #expect(resumed.load(ordering: .relaxed) == 1, "a connection may be resumed once only")
    #expect(stream.read(8) == .bytes([1]))
    // The second wake came while it was awake: asked again, and only then asleep.
    #expect(stream.read(8) == .asleep)
  }

  @Test func `A wake before the sleep is not lost`() {
    let source = Source([.wait, .bytes([1])])
    let stream = source.stream()
    stream.wake()
    #expect(stream.read(8) == .bytes([1]))
  }

  @Test func `A wake while the source answers is not lost`() {
    let answers = Mutex([ResponseStream.Next.wait, .bytes([1])])
    let holder = Mutex<ResponseStream?>(nil)
    let stream = ResponseStream {
      let next = answers.withLock { $0.isEmpty ? .wait : $0.removeFirst() }
      if case .wait = next { holder.withLock { $0 }?.wake() }
      return next
    }
    holder.withLock { $0 = stream }
    #expect(stream.read(8) == .bytes([1]))
    holder.withLock { $0 = nil }
  }

  @Test func `A client that has gone is sent no more`() {
    let stream = ResponseStream(source: { .bytes([1, 2]) }, farewell: { [8, 9] })
    #expect(stream.read(1) == .bytes([1]))
    stream.hangUp()
    #expect(stream.read(1) == .hungUp)
  }

  @Test func `A client that goes while the stream falls asleep is not missed`() {
    let holder = Mutex<ResponseStream?>(nil)
    let stream = ResponseStream {
      holder.withLock { $0 }?.hangUp()
      return .wait
    }
    holder.withLock { $0 = stream }
    #expect(stream.read(1) == .hungUp)
    holder.withLock { $0 = nil }
  }

  @Test func `Closing sends the farewell once`() {
    let stream = ResponseStream(source: { .wait }, farewell: { [8, 9] })
    #expect(stream.read(2) == .asleep)
    stream.close()
    #expect(stream.read(1) == .bytes([8]))
    #expect(stream.read(1) == .bytes([9]))
    #expect(stream.read(1) == .end)
  }

  @Test func `A body that its source ends has no farewell`() {
    let stream = ResponseStream(source: { .end }, farewell: { [8, 9] })
    #expect(stream.read(2) == .end)
  }

  @Test func `Closing ends a stream after the current piece`() {
    let source = Source([.bytes([1, 2, 3]), .bytes([4])])
    let stream = source.stream()
    #expect(stream.read(2) == .bytes([1, 2]))
    stream.close()
    #expect(stream.read(2) == .bytes([3]))
    #expect(stream.read(2) == .end)
    #expect(source.asked == 1)
  }

  @Test func `Closing wakes a stream`() {
    let stream = Source([.wait]).stream()
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .asleep)
    stream.close()
    stream.close()
    #expect(resumed.load(ordering: .relaxed) == 1)
    #expect(stream.read(8) == .end)
  }

  @Test func `A stream that ended is not resumed`() {
    let ends = Atomic<Int>(0)
    let stream = ResponseStream {
      .wait
    } onEnd: {
      ends.add(1, ordering: .relaxed)
    }
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .asleep)
    stream.ended()
    stream.wake()
    stream.close()
    #expect(resumed.load(ordering: .relaxed) == 0)
    #expect(ends.load(ordering: .relaxed) == 1)
  }
}

/// Gives prepared answers, then waits for ever.
private final class Source: Sendable {
  private let answers: Mutex<[ResponseStream.Next]>
  private let count = Atomic<Int>(0)

  init(_ answers: [ResponseStream.Next]) { self.answers = Mutex(answers) }

  /// How often it was asked.
  var asked: Int { count.load(ordering: .relaxed) }

  func stream() -> ResponseStream {
    ResponseStream { [self] in
      count.add(1, ordering: .relaxed)
      return answers.withLock { $0.isEmpty ? .wait : $0.removeFirst() }
    }
  }
}

private enum Read: Equatable {
  case bytes([UInt8])
  case asleep
  case end
  case hungUp
}

extension ResponseStream {
  fileprivate func read(_ size: Int) -> Read {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      var isSuspended = false
      switch fill(buffer, suspend: { isSuspended = true }) {
      case .count(let count, _):
        #expect(!isSuspended)
        return .bytes(Array(buffer[..<count]))
      case .suspended:
        #expect(isSuspended)
        return .asleep
      case .end:
        #expect(!isSuspended)
        return .end
      case .hungUp:
        #expect(!isSuspended)
        return .hungUp
      }
    }
  }
}
