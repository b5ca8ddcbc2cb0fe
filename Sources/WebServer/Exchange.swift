import CMicrohttpd
import HTTPTypes
import Synchronization

/// One request and its answer, from the moment its target was read until
/// libmicrohttpd lets go of it.
///
/// All but `answer` happens on the worker's own thread.
final class Exchange: Sendable {
  enum Phase {
    /// The head is still to come.
    case started
    /// A plain request for a page, whose head is there.
    case plain
    /// The body is being read, and thrown away if the request is refused.
    indirect case reading(RequestAssembler)
    /// A refusal that waits for the end of a body of unknown length, of which
    /// some bytes more are read.
    indirect case refusing(Refusal, left: Int)
    /// The connection is set aside while the answer is being made.
    case suspended
    /// The answer is there, and was not yet queued.
    indirect case answered(Response)
    /// libmicrohttpd has the answer.
    case queued
  }

  let target: String
  let connection: ConnectionReference
  /// The connection as we know it.
  let open: Connection
  let phase = Mutex(Phase.started)
  /// Whether only the head of the answer is wanted. Known with the head.
  let isHead = Atomic<Bool>(false)
  /// A Boolean value that indicates whether a body of unknown length is sent in
  /// chunks; otherwise it ends with the connection. Known with the head.
  let isChunked = Atomic<Bool>(true)
  /// How many bytes of its answer are counted as on their way.
  let sending = Atomic<Int>(0)

  init(target: String, connection: ConnectionReference, open: Connection) {
    self.target = target
    self.connection = connection
    self.open = open
  }

  /// Gives the answer to a request that was set aside, and wakes its
  /// connection. Only the first answer counts; says whether this was it.
  func answer(with response: Response) -> Bool {
    phase.withLock { phase in
      guard case .suspended = phase else { return false }
      phase = .answered(response)
      // Under the lock, so that the connection is resumed once only.
      MHD_resume_connection(connection.pointer)
      return true
    }
  }
}

/// A connection of libmicrohttpd.
///
/// `@unchecked` because of the pointer. It is valid as long as a request on
/// it has not completed, which cannot happen while it is suspended.
struct ConnectionReference: @unchecked Sendable {
  let pointer: OpaquePointer
}
