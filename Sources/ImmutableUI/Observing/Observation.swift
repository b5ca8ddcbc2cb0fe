/// What is done between an action and the bytes that browsers are sent, for
/// those who look on: a log, or the inspector. Where nobody does, none is made.
public enum Observation: Sendable {
  /// A selector looked at a newer state of a guide.
  case evaluated(SelectorEvaluation, guide: String)
  /// A page was written.
  case rendered(PageRendering)
  /// Browsers that have a page open were sent what is new on it.
  case sent(address: String, guide: String, browsers: Int)
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

    public init(name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  /// The guide it belongs to.
  public var guide: String
  /// Where it is; `nil` for what a post was answered with.
  public var address: String?
  /// The revision of the store that it shows.
  public var revision: Int
  /// How long it took to ask the store and to put the answers into words.
  public var answering: Duration
  /// How long it took to write it.
  public var writing: Duration
  /// How many bytes it has.
  public var bytes: Int
  /// The fragments that were written. The others were taken over as they were.
  public var fragments: [Fragment]
  /// How many fragments it has.
  public var fragmentCount: Int
  /// How each selector that it read came by its answer.
  public var evaluations: [SelectorEvaluation]

  public init(
    guide: String, address: String?, revision: Int, answering: Duration, writing: Duration,
    bytes: Int, fragments: [Fragment], fragmentCount: Int, evaluations: [SelectorEvaluation]
  ) {
    self.guide = guide
    self.address = address
    self.revision = revision
    self.answering = answering
    self.writing = writing
    self.bytes = bytes
    self.fragments = fragments
    self.fragmentCount = fragmentCount
    self.evaluations = evaluations
  }

  /// How long all of it took.
  public var duration: Duration { answering + writing }
}
