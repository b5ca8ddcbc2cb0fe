import Glibc
import Logging

/// The system's limit on the open files and sockets of this process.
enum DescriptorLimit {
  /// The number of descriptors that are reserved for files, databases, requests
  /// to other services, the operators' port, and connections that are being
  /// closed.
  static let reserved = 512

  /// Raises the soft limit for a number of connections, up to the hard limit,
  /// and logs a warning if that is not enough.
  ///
  /// - Returns: The number of connections that can be open at the same time.
  static func raise(for connections: Int, logger: Logger) -> Int {
    let needed = connections + reserved
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return connections
    }
    if limit.rlim_cur < needed {
      let raised = rlimit(
        rlim_cur: min(rlim_t(needed), limit.rlim_max), rlim_max: limit.rlim_max)
      if withUnsafePointer(
        to: raised, { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), $0) }) == 0
      {
        limit = raised
      }
    }
    let possible = Self.connections(connections, within: Int(clamping: limit.rlim_cur))
    if possible < connections {
      logger.warning(
        "the system's limit on open files is too low for the configured number of connections: raise it (LimitNOFILE= in systemd, ulimit -n in a shell)",
        metadata: [
          "connections": .stringConvertible(possible), "wanted": .stringConvertible(connections),
          "limit": .stringConvertible(limit.rlim_cur), "needed": .stringConvertible(needed),
        ])
    }
    return possible
  }

  /// Returns the number of connections that a number of descriptors allows, at
  /// most the number that is wanted.
  static func connections(_ wanted: Int, within descriptors: Int) -> Int {
    max(1, min(wanted, descriptors - min(reserved, descriptors / 2)))
  }
}
