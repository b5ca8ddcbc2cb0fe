import Foundation
import Logging
import Testing

@testable import WebSite

/// The messages of errors in the log.
@Suite struct LoggedErrorTests {
  private enum Described: Error, CustomStringConvertible, LocalizedError {
    case lost(Int)

    var description: String { "the connection was lost" }
    var errorDescription: String? { "Try again." }
  }

  private enum Localized: LocalizedError {
    case lost(Int)

    var errorDescription: String? { "Try again." }
  }

  @Test(
    arguments: [
      (Described.lost(1), "the connection was lost"),
      (Localized.lost(1), "Try again."),
      (
        CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: "/a"]),
        "The operation could not be completed. The file doesn’t exist. (/a)"
      ),
    ] as [(any Error, String)])
  func `An error is logged in words`(error: any Error, message: String) {
    #expect(Logger.MetadataValue.error(error) == "\(message)")
  }
}
