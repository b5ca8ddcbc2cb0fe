public import Markup

/// Answers the requests of one guide: it knows the store, the clock and what
/// a window's address says, and hands them to containers.
public protocol Root: Sendable {
  /// What a window shows, as its address says it.
  associatedtype Location: Sendable
  /// What people do.
  associatedtype Event: Sendable
  /// What the guide's pages are made of.
  associatedtype Content: HTML

  /// An element whenever something happens that pages may show.
  func makeRevisions() -> AsyncStream<Int>

  /// Whether the page at a location can be shown at once. It cannot before
  /// what it shows was asked for, or while that comes for the first time.
  func isSettled(at location: Location) -> Bool

  /// Asks for what the page at a location shows, and waits a bounded time for
  /// it.
  func settle(at location: Location) async throws

  /// The page at a location.
  func answer(at location: Location) -> Answer<Content>

  /// Does what a posted form asks for, and answers when it is on disk.
  ///
  /// - Throws: `Malformed` for a form that no page of ours sends.
  func answer(
    to event: Event, from location: Location, form values: NamedValues
  ) async throws -> Answer<Content>
}
