import CMicrohttpd
import Glibc
import Logging

/// A libmicrohttpd daemon: a thread with an event loop and its connections.
///
/// `@unchecked Sendable` because of the pointers: `add` may be called from any
/// thread, `stop` once, after the last `add`.
final class Worker: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let options: UnsafeMutablePointer<shim_daemon_options>
  private let core: Core

  /// - Throws: `SystemError` if the thread cannot be started.
  init(core: Core) throws(SystemError) {
    self.core = core
    let limits = core.configuration.limits
    options = .allocate(capacity: 1)
    options.initialize(
      to: shim_daemon_options(
        connection_limit: UInt32(clamping: limits.connections + Connections.maximumClosing),
        connection_memory: limits.connectionMemory,
        context: Unmanaged.passUnretained(core).toOpaque(),
        on_target: onTarget,
        on_request: onRequest,
        on_completed: onCompleted,
        on_connection: onConnection,
        on_log: onLog,
        on_certificate: core.configuration.certificate == nil ? nil : onCertificate
      )
    )
    guard let daemon = shim_start_daemon(options) else {
      options.deallocate()
      throw SystemError(code: EAGAIN, doing: "start a libmicrohttpd daemon")
    }
    self.daemon = daemon
  }

  /// Adds a connection. The worker takes ownership of its socket.
  func add(_ accepted: Acceptor.Accepted) {
    var address = accepted.address
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        MHD_add_connection(daemon, accepted.descriptor, $0, accepted.length)
      }
    }
    guard result != .YES else { return }
    // libmicrohttpd has closed the socket already.
    core.connections.remove(accepted.descriptor)
    core.configuration.logger.debug("adding a connection to a worker failed")
  }

  /// Closes all connections and stops the thread. No connection may be
  /// suspended.
  func stop() {
    MHD_stop_daemon(daemon)
    options.deallocate()
  }
}

// The callbacks are functions, because a closure literal in a main-actor context
// would be isolated to the main actor, and trap on a worker's thread.

private func core(_ context: UnsafeMutableRawPointer?) -> Core? {
  context.map { Unmanaged<Core>.fromOpaque($0).takeUnretainedValue() }
}

private func onTarget(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let core = core(context), let target, let connection,
    let registered = registeredConnection(shim_socket_context(connection))
  else { return nil }
  let text = String(cString: target)
  shim_hide_query(target)
  let exchange = core.begin(
    target: text, on: MHDConnection(pointer: connection), registered)
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
  guard let core = core(context), let connection, let socketContext else { return }
  switch event {
  case .CONNECTION_NOTIFY_STARTED:
    // The acceptor has registered the connection.
    guard let registered = core.connections.connection(at: shim_descriptor(connection)) else {
      return
    }
    registered.start()
    socketContext.pointee = Unmanaged.passRetained(registered).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    guard let context = socketContext.pointee else { return }
    socketContext.pointee = nil
    // libmicrohttpd closes the socket after this callback.
    let registered = Unmanaged<Connection>.fromOpaque(context).takeRetainedValue()
    core.connections.remove(registered.descriptor)
  @unknown default: break
  }
}

private func registeredConnection(_ context: UnsafeMutableRawPointer?) -> Connection? {
  context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

/// Provides the current certificate for a TLS handshake.
private func onCertificate(
  session: gnutls_session_t?, information: UnsafePointer<gnutls_cert_retr_st>?,
  chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
  chainLength: UnsafeMutablePointer<UInt32>?,
  status: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_ocsp_data_st>?>?,
  statusLength: UnsafeMutablePointer<UInt32>?,
  key: UnsafeMutablePointer<gnutls_privkey_t?>?, flags: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  guard let session, let connection = shim_connection(session),
    let registered = registeredConnection(shim_socket_context(connection)),
    let certificate = registered.certificate, let chain, let chainLength, let key, let flags
  else { return -1 }
  var loaded = shim_certificate()
  guard certificate.load(into: &loaded) == 0 else { return -1 }
  chain.pointee = loaded.chain
  chainLength.pointee = loaded.count
  key.pointee = loaded.key
  status?.pointee = nil
  statusLength?.pointee = 0
  flags.pointee = UInt32(GNUTLS_CERT_RETR_DEINIT_ALL)
  return 0
}

private func onLog(context: UnsafeMutableRawPointer?, line: UnsafePointer<CChar>?) {
  guard let core = core(context), let line else { return }
  let text = String(cString: line).filter { !$0.isNewline }
  core.configuration.logger.debug("libmicrohttpd", metadata: ["message": "\(text)"])
}
