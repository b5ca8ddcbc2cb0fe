public import Foundation
public import Storage

/// A store of photos, and of the banner above them, in an SQLite file.
///
/// Saved data is durable: see `DatabaseFile`.
public struct PhotosLocalStore: Sendable {
  package let file: DatabaseFile

  /// A store in a file, which is opened on first use: see `DatabaseFile`.
  ///
  /// - Parameters:
  ///   - url: the location of the file; `nil` for a database in memory.
  ///   - report: receives messages for the operator about the file.
  public init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the photos", migrator: .photos, report: report)
  }

  /// Closes the file. Later operations fail.
  public func close() async throws {
    try await file.close()
  }
}
