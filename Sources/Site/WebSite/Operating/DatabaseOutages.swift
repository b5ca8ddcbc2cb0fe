import Durable
import Foundation
import ImmutableData
import ImmutableUI

/// The outages of the shared database, which every page mentions.
///
/// Pages depend on this store like on the stores of the guides, so that cached
/// pages are rendered again when an outage begins or ends.
struct DatabaseOutages: Sendable {
  private let store = Store<Date?, Date?>(initialState: nil) { _, lastContact in lastContact }
  /// The longest silence of a database that is not away.
  static let patience = Duration.seconds(10)

  /// The time of the last contact with the database; `nil` while it responds.
  var lastContact: Date? { store.snapshot.state }

  /// The dependency of a page on the outage that it mentions.
  var dependency: PageDependencies { PageDependencies(of: store, at: store.snapshot) }

  /// Notes the time since the last contact with the database.
  ///
  /// - Returns: true if an outage has begun or ended.
  func note(silence: Duration, now: Date) async throws -> Bool {
    let isAway = silence > Self.patience
    guard isAway != (lastContact != nil) else { return false }
    try await store.dispatch(action: isAway ? now - silence / .seconds(1) : nil)
    return true
  }
}

extension Responder {
  /// Watches the contact with the shared database until the task is cancelled,
  /// and updates open pages when an outage begins or ends.
  func followOutages(of storage: DurableStorage) async throws {
    guard let outages = handlers.errors.renderer.document.outages else { return }
    while !Task.isCancelled {
      if let contact = storage.lastContact,
        try await outages.note(silence: contact.duration(to: .now), now: .now)
      {
        await handlers.streams.live.updateAll()
      }
      try await Task.sleep(for: .seconds(1))
    }
  }
}
