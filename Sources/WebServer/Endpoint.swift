/// Where a server listens.
public enum Endpoint: Hashable, Sendable {
  /// A name or digits, and a port; 0 for any free one.
  case address(host: String, port: Int)
  /// A Unix socket: a file that is made, and removed again by a stop.
  case socket(path: String)
  /// A socket that listens already, as systemd hands it over.
  case inherited(descriptor: Int32)
}
