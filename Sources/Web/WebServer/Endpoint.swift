/// The address or socket that a server listens on.
public enum Endpoint: Hashable, Sendable {
  /// A host name or IP address, and a port; 0 for any free port.
  case address(host: String, port: Int)
  /// A Unix domain socket, which is created at start and removed at stop.
  case socket(path: String)
  /// A file descriptor that already listens, as in systemd's socket activation.
  case inherited(descriptor: Int32)
}
