import CMicrohttpd
import Glibc
import Logging

/// One thread of libmicrohttpd, with the connections it was given.
///
/// `@unchecked` because of the pointers: `add` may be called from any thread,
/// `stop` once, after the last `add`.
final class Worker: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let options: UnsafeMutablePointer<shim_daemon_options>
  private let core: Core

  /// - Throws: `SystemError` where the thread cannot be started.
  init(core: Core) throws(SystemError) {
    self.core = core
    let limits = core.configuration.limits
    options = .allocate(capacity: 1)
    options.initialize(
      to: shim_daemon_options(
        connection_limit: UInt32(clamping: limits.connections),
        connection_memory: limits.connectionMemory,
        idle_seconds: UInt32(clamping: limits.idleSeconds),
        context: Unmanaged.passUnretained(core).toOpaque(),
        on_target: onTarget,
        on_request: onRequest,
        on_completed: onCompleted,
        on_connection: onConnection,
        on_log: onLog
      )
    )
    guard let daemon = shim_start_daemon(options) else {
      options.deallocate()
      throw SystemError(code: EAGAIN, doing: "start a worker of libmicrohttpd")
    }
    self.daemon = daemon
  }

  /// Gives the worker a connection. It owns the socket from then on.
  func add(_ connection: Acceptor.Connection) {
    var address = connection.address
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        MHD_add_connection(daemon, connection.descriptor, $0, connection.length)
      }
    }
    guard result != .YES else { return }
    // libmicrohttpd has closed the socket already.
    core.connectionClosed()
    core.configuration.logger.debug("a connection was refused")
  }

  /// Closes all connections and ends the thread. None may be set aside.
  func stop() {
    MHD_stop_daemon(daemon)
    options.deallocate()
  }
}

// The callbacks. They are ordinary functions because a closure literal that
// stands in a main-actor context would be isolated to it, and trap.

private func core(_ context: UnsafeMutableRawPointer?) -> Core? {
  context.map { Unmanaged<Core>.fromOpaque($0).takeUnretainedValue() }
}

private func onTarget(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let core = core(context), let target, let connection else { return nil }
  let exchange = core.begin(
    target: String(cString: target), on: ConnectionReference(pointer: connection)
  )
  return Unmanaged.passRetained(exchange).toOpaque()
}

private func onRequest(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
  bodyPart: UnsafePointer<CChar>?, bodyPartSize: UnsafeMutablePointer<Int>?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let core = core(context), let method, let version, let bodyPartSize,
    let exchange = request?.pointee
  else { return .NO }
  let part = UnsafeRawBufferPointer(start: bodyPart, count: bodyPartSize.pointee)
  bodyPartSize.pointee = 0
  return core.proceed(
    with: Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(),
    method: method, version: version, bodyPart: part
  )
}

private func onCompleted(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let core = core(context), let exchange = request?.pointee else { return }
  request?.pointee = nil
  core.end(Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue())
}

private func onConnection(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let core = core(context) else { return }
  switch event {
  // Counted since it was accepted.
  case .CONNECTION_NOTIFY_STARTED: break
  case .CONNECTION_NOTIFY_CLOSED: core.connectionClosed()
  @unknown default: break
  }
}

private func onLog(context: UnsafeMutableRawPointer?, line: UnsafePointer<CChar>?) {
  guard let core = core(context), let line else { return }
  let text = String(cString: line).filter { !$0.isNewline }
  core.configuration.logger.debug("libmicrohttpd", metadata: ["said": "\(text)"])
}
