/// An SQL statement with its bound values.
///
/// An interpolated value becomes a parameter (`$1`, `$2` …) and is sent apart
/// from the text, so that no value can change the statement.
///
/// ```swift
/// let name = "Newt'; DROP TABLE animal; --"
/// let statement: PostgresStatement = "SELECT diet FROM animal WHERE name = \(name)"
/// print(statement.sql)  // SELECT diet FROM animal WHERE name = $1
/// ```
public struct PostgresStatement: ExpressibleByStringInterpolation, Sendable {
  /// The text, with `$n` for each bound value.
  public private(set) var sql: String
  private(set) var types: [UInt32] = []
  /// The binary form of each value; `nil` for null.
  private(set) var values: [[UInt8]?] = []

  public init(stringLiteral value: String) {
    sql = value
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.statement
  }

  /// Creates a statement from a text that the program itself assembled.
  ///
  /// - Parameter sql: the text. It must not contain anything that was entered
  ///   by a user or received from elsewhere.
  public init(unsafe sql: String) {
    self.sql = sql
  }

  /// Joins two statements, and renumbers the parameters of the second.
  public static func + (first: PostgresStatement, second: PostgresStatement) -> PostgresStatement {
    var joined = StringInterpolation(statement: first)
    joined.appendInterpolation(second)
    return joined.statement
  }

  /// The parts of an interpolated statement.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var statement: PostgresStatement

    fileprivate init(statement: PostgresStatement) {
      self.statement = statement
    }

    public init(literalCapacity: Int, interpolationCount: Int) {
      statement = PostgresStatement(unsafe: "")
      statement.sql.reserveCapacity(literalCapacity + 3 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      statement.sql += literal
    }

    /// Binds a value; null for `nil`.
    public mutating func appendInterpolation<Value: PostgresValue>(_ value: Value?) {
      var bytes: [UInt8] = []
      statement.values.append(value.encode(into: &bytes) ? bytes : nil)
      statement.types.append(Value.postgresType)
      statement.sql += "$\(statement.values.count)"
    }

    /// Inserts a name of a table, column or channel, quoted.
    public mutating func appendInterpolation(identifier name: String) {
      statement.sql += PostgresStatement.quoted(name, "\"")
    }

    /// Inserts another statement with its values.
    public mutating func appendInterpolation(_ part: PostgresStatement) {
      let offset = statement.values.count
      var isParameter = false
      var digits = ""
      // Only `$` directly before digits is a parameter: the texts are the
      // program's own and have no other.
      for scalar in (part.sql + " ").unicodeScalars {
        if isParameter, ("0"..."9").contains(scalar) {
          digits.unicodeScalars.append(scalar)
          continue
        }
        if isParameter {
          statement.sql += Int(digits).map { "$\($0 + offset)" } ?? "$"
          (isParameter, digits) = (false, "")
        }
        if scalar == "$" { isParameter = true } else { statement.sql.unicodeScalars.append(scalar) }
      }
      statement.sql.unicodeScalars.removeLast()
      statement.values += part.values
      statement.types += part.types
    }
  }
}

extension PostgresStatement {
  /// Returns a text in quotes as SQL, such as a name or a literal. Scalars are
  /// compared: for PostgreSQL a quote before a combining mark is a quote.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - quote: the quote, which is doubled within the text.
  public static func quoted(_ text: String, _ quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView([quote])
    for scalar in text.withoutNull.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }
}

extension [PostgresStatement] {
  /// Joins statements, such as a list of values, with a separator in between.
  public func joined(_ separator: PostgresStatement) -> PostgresStatement {
    guard let first else { return "" }
    return dropFirst().reduce(first) { $0 + separator + $1 }
  }
}
