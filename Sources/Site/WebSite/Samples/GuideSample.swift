public import ImmutableUI
import Synchronization

/// Sample data that a guide can show while it has no data of its own.
///
/// A sample is a root of its own, over a store of its own: so sample data are
/// never stored with those of the guide, and never mixed with them. They
/// disappear as soon as the guide has data.
public struct GuideSample<Pages: Root>: Sendable {
  /// The data of a guide, as opposed to its sample.
  public enum Stock: Hashable, Sendable {
    /// The stored data are not loaded yet, or cannot be loaded.
    case unknown
    /// Nothing is stored.
    ///
    /// - Parameter hasFailed: true if the remote service failed to send data.
    case none(hasFailed: Bool)
    /// There are data, or the service has sent none.
    case present
  }

  /// A noun phrase that names the sample on every page that shows it, like
  /// “Sample of July 2025, moved to today”.
  public let label: String
  /// The root of the sample.
  public let root: Pages
  let stock: @Sendable (Pages.State) -> Stock
  let asksService: @Sendable (Pages.Route.Event) -> Bool
  let excerpt: @Sendable (Pages) -> Excerpt?
  private let loading: SampleLoading

  /// - Parameters:
  ///   - label: the name of the sample.
  ///   - root: the root of the sample. It may change its store, but nothing on
  ///     disk.
  ///   - load: loads the sample; again from time to time, so that its dates can
  ///     follow the clock. Not needed if the root loads it when it prepares a
  ///     page.
  ///   - stock: returns which data a state of the guide has.
  ///   - asksService: true for events that ask the remote service for data. The
  ///     root of the guide handles them.
  ///   - excerpt: returns the excerpt of the sample on the front page.
  public init(
    _ label: String, root: Pages, load: @escaping @Sendable () async throws -> Void = {},
    stock: @escaping @Sendable (Pages.State) -> Stock,
    asksService: @escaping @Sendable (Pages.Route.Event) -> Bool,
    excerpt: @escaping @Sendable (Pages) -> Excerpt?
  ) {
    self.label = label
    self.root = root
    self.stock = stock
    self.asksService = asksService
    self.excerpt = excerpt
    loading = SampleLoading(load)
  }

  /// True if the page of the sample at a location can be rendered immediately.
  func isReady(at location: Pages.Location) -> Bool {
    loading.isCurrent && root.isReady(at: location)
  }

  func prepare(at location: Pages.Location) async throws {
    try await loading.load()
    if !root.isReady(at: location) { try await root.prepare(at: location) }
  }
}

/// Loads a sample when it is needed, and again after an hour.
private final class SampleLoading: Sendable {
  private let body: @Sendable () async throws -> Void
  private let loaded = Mutex<ContinuousClock.Instant?>(nil)

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
  }

  var isCurrent: Bool {
    loaded.withLock { $0.map { .now - $0 < .seconds(3_600) } ?? false }
  }

  func load() async throws {
    guard !isCurrent else { return }
    try await body()
    loaded.withLock { $0 = .now }
  }
}
