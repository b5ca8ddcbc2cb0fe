import CPostgres
import Foundation

/// The parameters of a connection: a URI or a keyword string of libpq.
///
/// Several hosts may be named; the connection is made to the first that
/// accepts writes. A host that is not local is verified by its certificate
/// unless `sslmode` says otherwise.
///
/// ```swift
/// let configuration = try PostgresConfiguration("postgresql://fieldguide@db.example/fieldguide")
/// print(configuration)  // never shows a password
/// ```
public struct PostgresConfiguration: Hashable, Sendable {
  /// The parameters by keyword, defaults of this library included.
  private(set) var parameters: [String: String]
  /// A file with the password, which is read for each new connection, so that
  /// the password can be changed without a restart.
  let passwordFile: String?

  /// - Parameters:
  ///   - text: a URI (`postgresql://user@host/database`) or a list of keywords
  ///     and values (`host=… dbname=…`). libpq's own environment variables
  ///     (`PGHOST`, `PGPASSFILE` …) supply what it leaves out.
  ///   - passwordFile: a file with the password, which is read for each new
  ///     connection; `nil` for the password in the text or in libpq's password
  ///     file.
  ///   - applicationName: the name that the server shows for the session.
  /// - Throws: `PostgresError.invalidConfiguration` if libpq cannot parse the text, or a port or
  ///   `sslmode` in it is invalid, which libpq finds out at each connection.
  public init(
    _ text: String, passwordFile: String? = nil, applicationName: String = "fieldguide"
  ) throws(PostgresError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      // libpq may quote the text, which may contain a password.
      throw .invalidConfiguration(
        "the address of the database is not valid; "
          + "write it like “postgresql://user@host:5432/database”")
    }
    defer { PQconninfoFree(options) }
    var parameters: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parameters[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    // Several hosts have several ports; an empty one is the default.
    let ports = parameters["port"]?.split(separator: ",").map { Int($0) } ?? []
    guard ports.allSatisfy({ $0.map((1...65_535).contains) ?? false }) else {
      throw .invalidConfiguration(
        "the port “\(parameters["port"] ?? "")” of the database is not a number from 1 to 65535")
    }
    if let mode = parameters["sslmode"], !Self.modes.contains(mode) {
      throw .invalidConfiguration(
        "“\(mode)” is not an sslmode of the database; use one of "
          + Self.modes.joined(separator: ", "))
    }
    for (keyword, value) in Self.defaults where parameters[keyword] == nil {
      parameters[keyword] = value
    }
    parameters["application_name"] = parameters["application_name"] ?? applicationName
    // Texts are exchanged as UTF-8.
    parameters["client_encoding"] = "UTF8"
    if parameters["sslmode"] == nil, !Self.isLocal(parameters) {
      parameters["sslmode"] = "verify-full"
    }
    if parameters["sslmode"]?.hasPrefix("verify-") == true, parameters["sslrootcert"] == nil {
      parameters["sslrootcert"] = Self.systemCertificates
    }
    self.parameters = parameters
    self.passwordFile = passwordFile
  }

  /// The certificates of authorities that the system trusts.
  private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

  /// The values of `sslmode`.
  private static let modes = [
    "disable", "allow", "prefer", "require", "verify-ca", "verify-full",
  ]

  /// Without keepalives a peer that disappeared would be noticed after hours.
  private static let defaults = [
    "target_session_attrs": "read-write",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
  ]

  /// True if all hosts are Unix sockets or loopback addresses.
  private static func isLocal(_ parameters: [String: String]) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let hosts =
      parameters["hostaddr"] ?? parameters["host"] ?? environment["PGHOSTADDR"]
      ?? environment["PGHOST"] ?? ""
    return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
      $0.isEmpty || $0.hasPrefix("/") || $0.hasPrefix("@") || $0 == "localhost" || $0 == "::1"
        || $0.hasPrefix("127.")
    }
  }

  /// Returns a configuration in which one parameter has another value.
  ///
  /// - Parameters:
  ///   - keyword: a keyword of libpq, such as `dbname` or `options`.
  ///   - value: the value; `nil` removes the parameter.
  public func with(_ keyword: String, _ value: String?) -> PostgresConfiguration {
    var configuration = self
    configuration.parameters[keyword] = value
    return configuration
  }

  /// The parameters of a new connection, with the present password.
  ///
  /// - Throws: `PostgresError.cannotConnect` if the password file cannot be
  ///   read.
  func currentParameters() throws(PostgresError) -> [String: String] {
    guard let passwordFile else { return parameters }
    guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
      throw .cannotConnect(message: "the password file \(passwordFile) cannot be read")
    }
    var parameters = parameters
    parameters["password"] = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return parameters
  }
}

extension PostgresConfiguration: CustomStringConvertible {
  /// The user, hosts and database, without a password.
  public var description: String {
    let user = parameters["user"].map { "\($0)@" } ?? ""
    let hosts = parameters["host"] ?? parameters["hostaddr"] ?? "local"
    // libpq separates the ports of several hosts by commas, also where none is given.
    let port = parameters["port"].flatMap { $0.allSatisfy { $0 == "," } ? nil : ":\($0)" } ?? ""
    let database = parameters["dbname"].map { "/\($0)" } ?? ""
    return "\(user)\(hosts)\(port)\(database)"
  }
}
