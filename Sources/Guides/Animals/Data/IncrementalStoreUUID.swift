public import Foundation

/// A source of unique ids, which tests can replace.
public protocol IncrementalStoreUUID {
  /// Creates a new id.
  init()
  /// The text of the id.
  var uuidString: String { get }
}

extension UUID: IncrementalStoreUUID {}
