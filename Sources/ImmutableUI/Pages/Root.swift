public import Foundation
public import ImmutableData
public import Markup

/// A source of pages: what is shown at a location, and what has to be fetched
/// before.
public protocol PageSource<Location>: Sendable {
  /// The state of a page that is in its address.
  associatedtype Location: Hashable & Sendable
  /// The content of the pages.
  associatedtype Content: HTML

  /// Returns a stream with an element whenever something happens that pages
  /// may show.
  func makeRevisions() -> AsyncStream<Int>

  /// Returns true if the page at a location can be shown at once. It cannot
  /// before what it shows was asked for, or while that comes for the first
  /// time.
  func isReady(at location: Location) -> Bool

  /// Asks for what the page at a location shows, and waits a bounded time for
  /// it.
  func prepare(at location: Location) async throws

  /// Returns the page at a location.
  func response(at location: Location) -> PageResponse<Content>
}

extension PageSource {
  public func isReady(at location: Location) -> Bool { true }

  public func prepare(at location: Location) async throws {}
}

/// The root of a guide's components: it knows the store, the clock and the
/// location, and hands them to containers.
public protocol Root<State, Action>: PageSource where Location == Route.Location {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  /// The places of the guide.
  associatedtype Route: GuideRoute

  /// The store that all pages are functions of.
  var store: Store<State, Action> { get }

  /// The counts of selector evaluations, by the names of the selectors.
  var selectorCounts: [String: SelectorCounts] { get }

  /// Performs what a posted form asks for, and returns when that is durable.
  ///
  /// - Throws: `MalformedRequest` for a form that no page of the guide sends.
  func response(
    to event: Route.Event, from location: Location, form values: NamedValues
  ) async throws -> PageResponse<Content>

  /// Returns the content of a download.
  func content(of download: Route.Download) async throws -> DownloadContent

  /// Returns the root over an earlier state, which never changes; `nil` where
  /// earlier states cannot be shown.
  func frozen(at state: State, now: Date) -> Self?
}

extension Root {
  public var selectorCounts: [String: SelectorCounts] { [:] }

  public func makeRevisions() -> AsyncStream<Int> { store.makeRevisions() }

  public func frozen(at state: State, now: Date) -> Self? { nil }
}

extension Root where Route.Event == Never {
  public func response(
    to event: Never, from location: Location, form values: NamedValues
  ) async throws -> PageResponse<Content> {}
}

extension Root where Route.Download == Never {
  public func content(of download: Never) async throws -> DownloadContent {}
}

/// A file for other programs, produced part by part while it is sent.
public struct DownloadContent: Sendable {
  /// The media type.
  public let contentType: String
  /// The name under which browsers save it.
  public let fileName: String
  /// The parts in their order.
  public let parts: any Sequence<[UInt8]> & Sendable

  public init(
    contentType: String, fileName: String, parts: any Sequence<[UInt8]> & Sendable
  ) {
    self.contentType = contentType
    self.fileName = fileName
    self.parts = parts
  }
}
