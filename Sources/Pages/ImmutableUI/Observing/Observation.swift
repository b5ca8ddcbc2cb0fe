/// An event between an action and the update of a browser, for logs and the
/// inspector. Observations are created only if there is an observer.
///
/// ```swift
/// let observer: Observer = { observation in
///   switch observation {
///   case .evaluated(let evaluation): print(evaluation.label, evaluation.duration)
///   case .rendered(let rendering): print(rendering.address ?? "", rendering.bytes)
///   case .sent(let address, _, let browsers): print(address, browsers)
///   }
/// }
/// observer(.sent(address: "/animals", group: "animals", browsers: 2))
/// ```
public enum Observation: Sendable {
  /// A selector was evaluated for a newer state.
  case evaluated(SelectorEvaluation)
  /// A page was rendered.
  case rendered(PageRendering)
  /// An update was sent to the browsers that have a page open.
  ///
  /// - Parameter group: The group of pages that are updated together.
  case sent(address: String, group: String, browsers: Int)
}

/// A closure that receives observations synchronously, so it must return
/// quickly.
public typealias Observer = @Sendable (Observation) -> Void

/// The timings of one rendered page, as reported to an `Observer`.
public struct PageRendering: Sendable {
  /// A fragment that was rendered.
  public struct Fragment: Sendable {
    /// The `id` of the element.
    public let name: String
    /// The duration of its rendering.
    public let duration: Duration

    /// Creates a fragment.
    public init(name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  /// The values that the page read from one store.
  public struct Reading: Sendable {
    /// The name of the store.
    public let store: String
    /// The revision of the snapshot that was read.
    public let revision: Int
    /// The latest evaluation of each selector that was read.
    public let evaluations: [SelectorEvaluation]

    /// Creates a reading.
    public init(store: String, revision: Int, evaluations: [SelectorEvaluation]) {
      self.store = store
      self.revision = revision
      self.evaluations = evaluations
    }
  }

  /// The address of the page; `nil` for the response to a form.
  public var address: String?
  /// The time spent waiting for data.
  public var preparationDuration: Duration
  /// The time at which the store was read.
  public var began: ContinuousClock.Instant
  /// The time to run the selectors and format the view state.
  public var viewStateDuration: Duration
  /// The time to render the page.
  public var renderingDuration: Duration
  /// The size of the page in bytes.
  public var bytes: Int
  /// The fragments that were rendered. The others were copied from the previous
  /// rendering.
  public var fragments: [Fragment]
  /// The number of all fragments.
  public var fragmentCount: Int
  /// The values that were read, one element per store.
  public var readings: [Reading]

  /// Creates the timings of a page.
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

  /// The displayed revision of each store.
  public var revisions: [String: Int] {
    Dictionary(readings.map { ($0.store, $0.revision) }, uniquingKeysWith: max)
  }

  /// The total duration.
  public var duration: Duration { preparationDuration + viewStateDuration + renderingDuration }

  /// The selector evaluations that this page caused.
  public var evaluations: [SelectorEvaluation] {
    readings.flatMap(\.evaluations).filter { $0.ended >= began }
  }
}
