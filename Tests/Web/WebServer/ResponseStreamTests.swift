import Synchronization
import Testing

@testable import WebServer

/// Streams without a server: the test takes the role of the worker.
@Suite("ResponseStream")
struct ResponseStreamTests {
  @Test func `Large parts are split to fit the buffer`() {
    let source = Source([.bytes([1, 2, 3, 4, 5]), .bytes([6]), .end])
    let stream = source.stream()
    #expect(stream.read(2) == .bytes([1, 2]))
    #expect(stream.read(2) == .bytes([3, 4]))
    #expect(stream.read(2) == .bytes([5]))
    #expect(stream.read(2) == .bytes([6]))
    #expect(stream.read(2) == .end)
    #expect(source.callCount == 3)
  }

  @Test func `A stream is suspended until it is woken`() {
    let source = Source([.wait, .bytes([1]), .wait])
    let stream = source.stream()
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .suspended)
    #expect(resumed.load(ordering: .relaxed) == 0)
    stream.wake()
    stream.wake()
    #expect(resumed.load(ordering: .relaxed) == 1, "a connection may be resumed only once")
    #expect(stream.read(8) == .bytes([1]))
    // After the second wake the source is called again before the suspension.
    #expect(stream.read(8) == .suspended)
  }

  @Test func `A wake before the suspension is not lost`() {
    let source = Source([.wait, .bytes([1])])
    let stream = source.stream()
    stream.wake()
    #expect(stream.read(8) == .bytes([1]))
  }

  @Test func `A wake while the source is called is not lost`() {
    let parts = Mutex([ResponseStream.Next.wait, .bytes([1])])
    let holder = Mutex<ResponseStream?>(nil)
    let stream = ResponseStream {
      let next = parts.withLock { $0.isEmpty ? .wait : $0.removeFirst() }
      if case .wait = next { holder.withLock { $0 }?.wake() }
      return next
    }
    holder.withLock { $0 = stream }
    #expect(stream.read(8) == .bytes([1]))
    holder.withLock { $0 = nil }
  }

  @Test func `Nothing more is sent after the client hangs up`() {
    let stream = ResponseStream(source: { .bytes([1, 2]) }, finalBytes: { [8, 9] })
    #expect(stream.read(1) == .bytes([1]))
    stream.hangUp()
    #expect(stream.read(1) == .hungUp)
  }

  @Test func `A hang-up before the suspension is not lost`() {
    let holder = Mutex<ResponseStream?>(nil)
    let stream = ResponseStream {
      holder.withLock { $0 }?.hangUp()
      return .wait
    }
    holder.withLock { $0 = stream }
    #expect(stream.read(1) == .hungUp)
    holder.withLock { $0 = nil }
  }

  @Test func `Closing sends the final bytes once`() {
    let stream = ResponseStream(source: { .wait }, finalBytes: { [8, 9] })
    #expect(stream.read(2) == .suspended)
    stream.close()
    #expect(stream.read(1) == .bytes([8]))
    #expect(stream.read(1) == .bytes([9]))
    #expect(stream.read(1) == .end)
  }

  @Test func `The final bytes are not sent if the source ends the body`() {
    let stream = ResponseStream(source: { .end }, finalBytes: { [8, 9] })
    #expect(stream.read(2) == .end)
  }

  @Test func `Closing ends a stream after the current part`() {
    let source = Source([.bytes([1, 2, 3]), .bytes([4])])
    let stream = source.stream()
    #expect(stream.read(2) == .bytes([1, 2]))
    stream.close()
    #expect(stream.read(2) == .bytes([3]))
    #expect(stream.read(2) == .end)
    #expect(source.callCount == 1)
  }

  @Test func `Closing wakes a stream`() {
    let stream = Source([.wait]).stream()
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .suspended)
    stream.close()
    stream.close()
    #expect(resumed.load(ordering: .relaxed) == 1)
    #expect(stream.read(8) == .end)
  }

  @Test func `A stream that ended is not resumed`() {
    let ends = Atomic<Int>(0)
    let stream = ResponseStream(source: { .wait }, onEnd: { ends.add(1, ordering: .relaxed) })
    let resumed = Atomic<Int>(0)
    stream.attach { resumed.add(1, ordering: .relaxed) }
    #expect(stream.read(8) == .suspended)
    stream.ended()
    stream.wake()
    stream.close()
    #expect(resumed.load(ordering: .relaxed) == 0)
    #expect(ends.load(ordering: .relaxed) == 1)
  }
}

/// A source that returns given parts and then waits.
private final class Source: Sendable {
  private let parts: Mutex<[ResponseStream.Next]>
  private let count = Atomic<Int>(0)

  init(_ parts: [ResponseStream.Next]) { self.parts = Mutex(parts) }

  /// The number of calls.
  var callCount: Int { count.load(ordering: .relaxed) }

  func stream() -> ResponseStream {
    ResponseStream { [self] in
      count.add(1, ordering: .relaxed)
      return parts.withLock { $0.isEmpty ? .wait : $0.removeFirst() }
    }
  }
}

private enum Read: Equatable {
  case bytes([UInt8])
  case suspended
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
        return .suspended
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
