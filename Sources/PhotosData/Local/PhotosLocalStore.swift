public import Foundation
public import Storage

/// Photos, and the banner above them, in an SQLite file.
///
/// What was saved is on disk: see `DatabaseFile`.
public struct PhotosLocalStore: Sendable {
  package let file: DatabaseFile

  /// A file, which is opened when it is first needed: see `DatabaseFile`;
  /// `nil` for a database in memory.
  ///
  /// - Parameter report: hears what an operator should know of the file.
  public init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the photos", migrator: .photos, report: report)
  }

  /// Closes the file. What is asked after that fails.
  public func close() async throws {
    try await file.close()
  }
}
