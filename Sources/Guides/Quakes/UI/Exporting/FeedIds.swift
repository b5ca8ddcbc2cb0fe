import Foundation
import ImmutableUI
import Markup
import Synchronization

/// The ids of the Atom feeds of an installation, one for each filter.
///
/// A feed keeps its id at another address, such as a new public origin. The ids of
/// two installations differ, those of instances with the same data do not.
final class FeedIds: Sendable {
  private let read: @Sendable () async throws -> UUID?
  private let known = Mutex<UUID?>(nil)

  /// - Parameter read: returns the stored random id, which is read once.
  init(_ read: @escaping @Sendable () async throws -> UUID?) {
    self.read = read
  }

  /// Returns the id of the feed with a filter; `nil` if none is stored.
  func id(of location: QuakesLocation) async throws -> String? {
    if let known = known.withLock(\.self) { return Self.urn(known, location) }
    guard let id = try await read() else { return nil }
    known.withLock { $0 = id }
    return Self.urn(id, location)
  }

  /// Returns the first half of the random id with a digest of the filter.
  static func urn(_ id: UUID, _ location: QuakesLocation) -> String {
    var digest = Digest()
    digest.update(QuakesRoute.export(.atom, location).href.text)
    // The digit after the third hyphen is the variant of all random ids (RFC 9562).
    let random = id.uuidString.lowercased().prefix(20)
    let digits = digest.text.dropFirst()
    return "urn:uuid:\(random)\(digits.prefix(3))-\(digits.dropFirst(3))"
  }
}
