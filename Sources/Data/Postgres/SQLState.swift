/// A five-character error code of PostgreSQL, such as `23505`.
///
/// The first two characters name the class of the error
/// ([PostgreSQL, Appendix A](https://www.postgresql.org/docs/15/errcodes-appendix.html)).
///
/// ```swift
/// let state = SQLState(rawValue: "23505")
/// if state == .uniqueViolation { print("The row exists already.") }
/// ```
public struct SQLState: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let uniqueViolation = SQLState(rawValue: "23505")
  public static let checkViolation = SQLState(rawValue: "23514")
  public static let readOnlyTransaction = SQLState(rawValue: "25006")
  public static let invalidPassword = SQLState(rawValue: "28P01")
  public static let invalidAuthorization = SQLState(rawValue: "28000")
  public static let invalidDatabase = SQLState(rawValue: "3D000")
  public static let serializationFailure = SQLState(rawValue: "40001")
  public static let deadlock = SQLState(rawValue: "40P01")
  public static let invalidSchema = SQLState(rawValue: "3F000")
  public static let insufficientPrivilege = SQLState(rawValue: "42501")
  public static let duplicateTable = SQLState(rawValue: "42P07")
  public static let undefinedTable = SQLState(rawValue: "42P01")
  public static let diskFull = SQLState(rawValue: "53100")
  public static let tooManyConnections = SQLState(rawValue: "53300")
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  public static let adminShutdown = SQLState(rawValue: "57P01")
  public static let cannotConnectNow = SQLState(rawValue: "57P03")
}
