import CMicrohttpd
import HTTPTypes
import Synchronization

/// A request and its response, from the request line until libmicrohttpd reports
/// the request as completed.
///
/// Used on the worker's thread, except `resume(with:)`.
final class Exchange: Sendable {
  enum Phase {
    /// The request line is received, but not the complete head.
    case started
    /// The head is received, and the fast path may respond.
    case fastPath
    /// The body is being received.
    indirect case readingBody(RequestAssembler)
    /// The request is refused, and up to some remaining bytes of its body are
    /// discarded before the response.
    indirect case discardingBody(Refusal, remaining: Int)
    /// The connection is suspended until the response is available.
    case suspended
    /// The response is available but not queued.
    indirect case responded(Response)
    /// The response is queued in libmicrohttpd.
    case queued
  }

  let target: String
  let mhdConnection: MHDConnection
  let connection: Connection
  let phase = Mutex(Phase.started)
  /// True for a `HEAD` request. Set when the head is received.
  let isHead = Atomic<Bool>(false)
  /// True if a body of unknown length is sent in chunks; otherwise the end of
  /// the connection marks its end. Set when the head is received.
  let isChunked = Atomic<Bool>(true)
  /// The number of outstanding bytes of the response.
  let outstandingBytes = Atomic<Int>(0)

  init(target: String, mhdConnection: MHDConnection, connection: Connection) {
    self.target = target
    self.mhdConnection = mhdConnection
    self.connection = connection
  }

  /// Sets the response to a suspended request, and resumes its connection.
  ///
  /// - Returns: false if the request already has a response.
  func resume(with response: Response) -> Bool {
    phase.withLock { phase in
      guard case .suspended = phase else { return false }
      phase = .responded(response)
      // Under the lock, so that the connection is resumed only once.
      MHD_resume_connection(mhdConnection.pointer)
      return true
    }
  }
}

/// A reference to a connection of libmicrohttpd.
///
/// `@unchecked Sendable` because of the pointer. It is valid until the current
/// request completes, which cannot happen while the connection is suspended.
struct MHDConnection: @unchecked Sendable {
  let pointer: OpaquePointer
}
