import Foundation
import Logging

extension Logger.MetadataValue {
  /// The message of an error in words, for the log.
  static func error(_ error: any Error) -> Logger.MetadataValue {
    switch error {
    // Its description lists its properties.
    case let error as CocoaError:
      "\(error.localizedDescription)\(error.filePath.map { " (\($0))" } ?? "")"
    case let error as any CustomStringConvertible: "\(error)"
    case let error as any LocalizedError: "\(error.errorDescription ?? "\(error)")"
    default: "\(error)"
    }
  }
}
