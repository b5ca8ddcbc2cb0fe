public import Foundation
public import Postgres

extension SharedStorage {
  /// Returns a function that copies the data of a file, if it exists.
  ///
  /// - Parameters:
  ///   - file: the file; `nil` if the data cannot be copied.
  ///   - copy: copies the data within a transaction, and describes them.
  public static func importing(
    _ file: URL?,
    copy: @escaping @Sendable (_ file: URL, PostgresConnection) async throws -> String
  ) -> Import? {
    guard let file else { return nil }
    return { connection in
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try await copy(file, connection)
    }
  }
}

extension SharedStorage {
  /// Returns a function that copies data to a file.
  ///
  /// - Parameters:
  ///   - file: the file, which does not exist yet; `nil` if the data cannot be copied.
  ///   - copy: copies the data from a snapshot, and describes them.
  public static func exporting(
    _ file: URL?,
    copy: @escaping @Sendable (PostgresConnection, _ file: URL) async throws -> String
  ) -> Export? {
    guard let file else { return nil }
    return { connection in try await copy(connection, file) }
  }
}

extension SharedDatabase {
  /// Fills tables that nobody has used yet, all in one transaction.
  ///
  /// - Parameter parts: the logs, each with the function that fills its tables.
  /// - Returns: the descriptions that the functions return.
  /// - Throws: `SharedLogError.unusable` if a log has changes, and the errors of
  ///   the functions.
  func fill(
    _ parts: [(log: String, copy: SharedStorage.Import)]
  ) async throws -> [(log: String, contents: String?)] {
    try await withConnection { connection in
      try await connection.transaction(within: .seconds(60)) { connection in
        // What is copied has to be read first.
        try await connection.query("SET LOCAL idle_in_transaction_session_timeout TO 0")
        for part in parts {
          try await connection.query("SELECT begin_write(\(part.log), ARRAY[]::uuid[], NULL)")
        }
        let used = try await connection.query("SELECT log FROM change WHERE seq > 0 LIMIT 1")
        if let row = used.first {
          throw SharedLogError.unusable(
            "the database has data of “\(try row.decode(String.self))” already; name an empty "
              + "one, or remove them with DROP SCHEMA \"\(schema)\" CASCADE")
        }
        var filled: [(log: String, contents: String?)] = []
        for part in parts {
          let contents = try await part.copy(connection)
          filled.append((part.log, contents))
          guard contents != nil else { continue }
          // Instances that run already read the tables again.
          try await connection.query(
            "SELECT append(\(part.log), \(UUID()), \(instance), 'reload', '{}'::json)")
        }
        return filled
      }
    }
  }
}
