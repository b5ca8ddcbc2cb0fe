import CPostgres
public import Foundation

/// An error of a connection or of a statement.
///
/// No case contains a password: libpq reports none, and a connection's
/// description masks it.
///
/// ```swift
/// func message(for error: PostgresError) -> String {
///   if error.sqlState == .uniqueViolation { return "The name is taken." }
///   return error.isConnectionLost ? "The database is away." : error.description
/// }
/// ```
public enum PostgresError: Error, Hashable, Sendable {
  /// The configuration is invalid. The message is one sentence.
  case invalidConfiguration(String)
  /// No connection could be established. The state is the server's, if one
  /// refused the connection.
  case cannotConnect(message: String, state: SQLState? = nil)
  /// The connection ended. Statements that were sent may have been executed.
  case connectionLost(message: String)
  /// The deadline passed. The connection is closed, since its state is unknown.
  /// Statements that were sent may have been executed.
  case deadlineExceeded
  /// The connection or the pool was closed by the program.
  case closed
  /// The server rejected a statement. The connection remains usable.
  case server(ServerError)
  /// A value does not have the expected type or is null.
  case decoding(String)

  /// An error message of the server.
  public struct ServerError: Hashable, Sendable {
    public let state: SQLState
    /// The primary message, one line.
    public let message: String
    /// The name of the violated constraint.
    public let constraint: String?

    public init(
      state: SQLState, message: String, constraint: String? = nil
    ) {
      self.state = state
      self.message = message
      self.constraint = constraint
    }
  }

  /// The error code of the server; `nil` for other errors.
  public var sqlState: SQLState? {
    switch self {
    case .server(let error): error.state
    case .cannotConnect(_, let state): state
    default: nil
    }
  }

  /// True if the connection cannot be used any more.
  public var isConnectionLost: Bool {
    switch self {
    case .cannotConnect, .connectionLost, .deadlineExceeded, .closed: true
    case .invalidConfiguration, .server, .decoding: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidConfiguration(let message), .decoding(let message): message
    case .cannotConnect(let message, _): "cannot connect to the database: \(message)"
    case .connectionLost(let message): "the connection to the database was lost: \(message)"
    case .deadlineExceeded: "the database did not respond in time"
    case .closed: "the connection to the database is closed"
    case .server(let error): "\(error.message) (SQLSTATE \(error.state.rawValue))"
    }
  }
}

/// The messages for visitors whose change failed.
extension PostgresError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .server(let error) where error.state == .diskFull:
      "The disk of the database is full, so the change was not saved."
    case .server, .decoding, .invalidConfiguration:
      "The database rejected the change, so the change was not saved."
    case .cannotConnect, .connectionLost, .deadlineExceeded, .closed:
      "The database cannot be reached. Try again in a moment."
    }
  }
}

extension PostgresError {
  /// The next step of an operator, as a clause in the imperative; `nil` if the
  /// error suggests none.
  public var advice: String? {
    switch sqlState {
    case .invalidPassword: return "check the user and the password"
    case .invalidAuthorization:
      return "check the user and the rules of access of the server (pg_hba.conf)"
    case .invalidDatabase: return "create the database, or correct its name"
    case .insufficientPrivilege:
      return "let an administrator run GRANT CREATE ON DATABASE for the user, and make the user "
        + "the owner of tables that exist already"
    case .invalidSchema: return "make the user the owner of the schema and of its tables"
    case .tooManyConnections:
      return "use fewer connections, or raise the limit of the server (max_connections) or of "
        + "the user (CONNECTION LIMIT)"
    case .diskFull: return "make room on the disk of the server"
    case .readOnlyTransaction: return "name the primary among the hosts"
    default: break
    }
    guard case .cannotConnect(let message, _) = self else { return nil }
    return Self.advice(for: message) ?? "check that the server runs and that its address is right"
  }

  /// True if the server is away, or does not accept connections yet: another
  /// attempt may succeed without a change of the settings.
  public var isOutage: Bool {
    switch self {
    case .connectionLost, .deadlineExceeded: true
    case .cannotConnect(let message, nil): Self.advice(for: message) == nil
    case .cannotConnect(_, let state?): [.cannotConnectNow, .adminShutdown].contains(state)
    case .invalidConfiguration, .closed, .server, .decoding: false
    }
  }

  /// Returns the next step after an error that has no code in libpq.
  private static func advice(for message: String) -> String? {
    let advice = [
      ("certificate verify failed", "set sslrootcert to the certificate of its authority"),
      ("does not match host name", "use a host name of the certificate"),
      (
        "does not support SSL",
        "turn on TLS in the server, or set sslmode=disable if the network is trusted"
      ),
      ("no password supplied", "set the password"),
      ("session is read-only", "name the primary among the hosts"),
    ]
    return advice.first { message.contains($0.0) }?.1
  }
}

extension PostgresError.ServerError {
  init(_ result: OpaquePointer) {
    func field(_ code: Int32) -> String? {
      PQresultErrorField(result, code).map { String(cString: $0) }
    }
    self.init(
      // PG_DIAG_* are character literals, which are not imported.
      state: SQLState(rawValue: field(Int32(UInt8(ascii: "C"))) ?? ""),
      message: field(Int32(UInt8(ascii: "M"))) ?? "unknown error",
      constraint: field(Int32(UInt8(ascii: "n"))))
  }
}
