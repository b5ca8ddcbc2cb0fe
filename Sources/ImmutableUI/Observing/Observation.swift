/// What is done between an action and the bytes that browsers are sent, for
/// those who look on: a log, or the inspector. Where nobody does, none is made.
public enum Observation: Sendable {
  /// A selector looked at a newer state.
  case evaluated(SelectorEvaluation)
  /// A page was written.
  case rendered(PageRendering)
  /// Browsers that have a page open were sent what is new on it.
  ///
  /// - Parameter group: which pages are brought up to date with it.
  case sent(address: String, group: String, browsers: Int)
}

/// Hears what is done, while it is done: it has to be quick about it.
public typealias Observer = @Sendable (Observation) -> Void

/// How a page was made, and how long each part of it took.
public struct PageRendering: Sendable {
  /// A part of the page that was written.
  public struct Fragment: Sendable {
    /// The `id` of its element.
    public let name: String
    /// How long it took.
    public let duration: Duration

    /// A part that took so long.
    public init(name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  /// What it read of one store.
  public struct Reading: Sendable {
    /// What the store is called.
    public let store: String
    /// The revision that the page shows.
    public let revision: Int
    /// How each selector that it asked came by its answer.
    public let evaluations: [SelectorEvaluation]

    /// What was read of a store at a revision.
    public init(store: String, revision: Int, evaluations: [SelectorEvaluation]) {
      self.store = store
      self.revision = revision
      self.evaluations = evaluations
    }
  }

  /// Where it is; `nil` for what a post was answered with.
  public var address: String?
  /// How long it waited for what had to be fetched first.
  public var preparationDuration: Duration
  /// When the store was asked.
  public var began: ContinuousClock.Instant
  /// How long it took to ask the store and to put the answers into words.
  public var viewStateDuration: Duration
  /// How long it took to write it.
  public var renderingDuration: Duration
  /// How many bytes it has.
  public var bytes: Int
  /// The fragments that were written. The others were taken over as they were.
  public var fragments: [Fragment]
  /// How many fragments it has.
  public var fragmentCount: Int
  /// What it read, store by store.
  public var readings: [Reading]

  /// A page as it was made. See the properties for what each is.
  public init(
    address: String?, preparationDuration: Duration, began: ContinuousClock.Instant,
    viewStateDuration: Duration,
    renderingDuration: Duration, bytes: Int, fragments: [Fragment], fragmentCount: Int,
    readings: [Reading]
  ) {
    self.address = address
    self.preparationDuration = preparationDuration
    self.began = began
    self.viewStateDuration = viewStateDuration
    self.renderingDuration = renderingDuration
    self.bytes = bytes
    self.fragments = fragments
    self.fragmentCount = fragmentCount
    self.readings = readings
  }

  /// The revision of each store that it shows.
  public var revisions: [String: Int] {
    Dictionary(readings.map { ($0.store, $0.revision) }, uniquingKeysWith: max)
  }

  /// How long all of it took.
  public var duration: Duration { preparationDuration + viewStateDuration + renderingDuration }

  /// What selectors looked at for this page, and not for one before.
  public var evaluations: [SelectorEvaluation] {
    readings.flatMap(\.evaluations).filter { $0.ended >= began }
  }

  /// How long it took to put the answers of selectors into words: what is
  /// left of the time for answering.
  public var formattingDuration: Duration {
    max(.zero, evaluations.reduce(viewStateDuration) { $0 - $1.duration })
  }
}
