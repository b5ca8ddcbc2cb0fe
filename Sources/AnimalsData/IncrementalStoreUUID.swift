public import Foundation

/// Makes ids, so that tests can have them as they like.
public protocol IncrementalStoreUUID {
  /// Makes a new id.
  init()
  /// The id as text.
  var uuidString: String { get }
}

extension UUID: IncrementalStoreUUID {}
