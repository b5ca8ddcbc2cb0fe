import ImmutableData
import ImmutableUI
import Markup

/// The pages of a guide as visitors see them: those of the guide or, while it has
/// no data and samples are on, those of its sample.
struct ShownPages<Pages: Root>: PageSource {
  let guide: String
  let root: Pages
  let sample: GuideSample<Pages>?
  let samples: SampleSwitch

  init(_ guide: some Guide<Pages>, samples: SampleSwitch) {
    self.guide = guide.title
    root = guide.root
    sample = guide.sample
    self.samples = samples
  }

  /// The sample that is shown or could be, with what the pages depend on.
  private struct Choice {
    /// The sample, if it is shown.
    var shown: GuideSample<Pages>?
    /// The statement of the page about samples.
    var mention: SampleMention?
    var dependencies: [PageDependencies] = []
  }

  /// Reads the switch and the data of the guide. A guide with data of its own has
  /// no other dependencies than those of its pages.
  private var choice: Choice {
    guard let sample else { return Choice() }
    let toggle = samples.dependency
    let isOn = samples.isOn
    let snapshot = root.store.snapshot
    let stock = sample.stock(snapshot.state)
    guard case .none(let hasFailed) = stock else { return Choice() }
    let data = PageDependencies(counter: root.store.counter, revision: snapshot.revision) {
      let latest = root.store.snapshot
      return sample.stock(latest.state) == stock ? latest.revision : nil
    }
    let dependencies = [toggle, data]
    guard isOn else {
      return Choice(
        mention: hasFailed && samples.isOffered ? .init(shown: [], hasFailed: true) : nil,
        dependencies: dependencies)
    }
    let label = SampleMention.Label(guide: guide, text: sample.label)
    return Choice(
      shown: sample, mention: .init(shown: [label], hasFailed: hasFailed),
      dependencies: dependencies)
  }

  func makeRevisions() -> AsyncStream<Int> {
    guard let sample else { return root.makeRevisions() }
    return .merging([root.makeRevisions(), sample.root.makeRevisions(), samples.makeRevisions()])
  }

  func isReady(at location: Pages.Location) -> Bool {
    if let shown = choice.shown { return shown.isReady(at: location) }
    return root.isReady(at: location)
  }

  /// Prepares the page of the guide first. If samples are on, it waits for the
  /// stored data only, and not for the remote service.
  func prepare(at location: Pages.Location) async throws {
    if let sample, samples.isOn, choice.shown == nil {
      let preparing = Task { try await root.prepare(at: location) }
      await root.store.wait(timeout: .seconds(5)) { sample.stock($0) != .unknown }
      if choice.shown == nil { return try await preparing.value }
    }
    if let shown = choice.shown { return try await shown.prepare(at: location) }
    try await root.prepare(at: location)
  }

  /// Returns the choice after the stored data or the sample were loaded.
  private func loadedChoice(at location: Pages.Location) async throws -> Choice {
    if samples.isOn, !isReady(at: location) { try await prepare(at: location) }
    return choice
  }

  func response(at location: Pages.Location) -> PageResponse<Pages.Content> {
    let choice = choice
    return labelled((choice.shown?.root ?? root).response(at: location), choice)
  }

  /// Returns a response whose page says what it shows.
  private func labelled(
    _ response: PageResponse<Pages.Content>, _ choice: Choice
  ) -> PageResponse<Pages.Content> {
    guard case .page(var page) = response else { return response }
    page.dependencies += choice.dependencies
    page.sample = choice.mention
    if let sample = choice.shown {
      // Link previews have no notice.
      page.description = [sample.label + ".", page.description].compactMap(\.self)
        .joined(separator: " ")
      page.image = nil
    }
    return .page(page)
  }

  func response(
    to event: Pages.Route.Event, from location: Pages.Location, form values: NamedValues
  ) async throws -> PageResponse<Pages.Content> {
    let choice = try await loadedChoice(at: location)
    guard let sample = choice.shown, !sample.asksService(event) else {
      return try await root.response(to: event, from: location, form: values)
    }
    return labelled(try await sample.root.response(to: event, from: location, form: values), choice)
  }

  func content(of download: Pages.Route.Download) async throws -> DownloadContent {
    let shown = try await loadedChoice(at: Pages.Location()).shown?.root ?? root
    return try await shown.content(of: download)
  }

  /// Returns the excerpt on the front page, with the statement of the page about it.
  func excerpt(of guide: some Guide<Pages>) -> ShownExcerpt {
    let choice = choice
    return ShownExcerpt(
      excerpt: choice.shown.map { $0.excerpt($0.root) } ?? guide.excerpt(),
      mention: choice.mention, dependencies: choice.dependencies)
  }

  /// Returns the matches of a search, with the statement of the page about them.
  func hits(
    of query: SearchQuery, by guide: some Guide<Pages>
  ) -> (hits: SearchHits?, mention: SampleMention?) {
    let choice = choice
    return (guide.search(query, in: choice.shown?.root ?? root), choice.mention)
  }
}

/// The excerpt of a guide, or of its sample.
struct ShownExcerpt {
  let excerpt: Excerpt?
  let mention: SampleMention?
  /// The dependencies of the choice between the two.
  let dependencies: [PageDependencies]
}

extension AsyncStream<Int> {
  /// Returns a stream of the newest element of any of several streams.
  static func merging(_ streams: [AsyncStream<Int>]) -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        await withTaskGroup { group in
          for stream in streams {
            group.addTask {
              for await element in stream { continuation.yield(element) }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
