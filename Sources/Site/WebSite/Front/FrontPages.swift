import ImmutableUI
import Look
import Markup

/// The source of the front page, which shows an excerpt of each guide, unless the
/// site has its own.
struct FrontPages: PageSource {
  /// The front page has no parameters.
  typealias Location = StartPage

  let text: SiteText
  let guides: [any Guide]
  let samples: SampleSwitch
  /// The site's own front page; `nil` for excerpts.
  let own: (any PageSource<StartPage>)?
  /// The maximum wait for data. This is enough for data on disk; data from
  /// remote services are added by live updates.
  var patience = Duration.milliseconds(300)

  init(text: SiteText, guides: [any Guide], samples: SampleSwitch) {
    self.text = text
    self.guides = guides
    self.samples = samples
    own = text.front?(guides)
  }

  func makeRevisions() -> AsyncStream<Int> {
    if let own { return own.makeRevisions() }
    return .merging(guides.map { $0.makeRevisions(samples) })
  }

  func isReady(at location: Location) -> Bool {
    own?.isReady(at: location) ?? guides.allSatisfy { $0.isReady(samples) }
  }

  func prepare(at location: Location) async throws {
    if let own { return try await own.prepare(at: location) }
    await withTaskGroup { group in
      group.addTask {
        await withTaskGroup(of: Void.self) { group in
          for guide in guides { group.addTask { try? await guide.prepare(samples) } }
        }
      }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  func response(at location: Location) -> PageResponse<Either<AnyHTML, FrontPage<GuideExcerpt>>> {
    if let own {
      response(of: own, at: location).map { .first($0) }
    } else {
      excerpts().map { .second($0) }
    }
  }

  private func response(
    of source: some PageSource<StartPage>, at location: Location
  ) -> PageResponse<AnyHTML> {
    source.response(at: location).map { AnyHTML($0) }
  }

  private func excerpts() -> PageResponse<FrontPage<GuideExcerpt>> {
    // A site with a single guide redirects to it, unless the guide has an
    // excerpt.
    let shown = guides.map { ($0, $0.shownExcerpt(samples)) }
    if let (guide, first) = shown.first, shown.count == 1, first.excerpt == nil {
      return .seeOther(guide.startPage)
    }
    var page = Page(
      title: text.name,
      dependencies: shown.flatMap { ($1.excerpt?.dependencies ?? []) + $1.dependencies },
      expires: shown.compactMap { $1.excerpt?.expires }.min(),
      content: FrontPage(
        text: text,
        excerpts: shown.map { GuideExcerpt(excerpt: $1.excerpt, guide: GuideSummary($0)) }))
    page.sample = .joined(shown.compactMap { $1.mention })
    return .page(page)
  }
}

extension Guide {
  /// The pages of the guide, or of its sample.
  fileprivate func shownPages(_ samples: SampleSwitch) -> ShownPages<Pages> {
    ShownPages(self, samples: samples)
  }

  /// True if the excerpt can be rendered without waiting.
  fileprivate func isReady(_ samples: SampleSwitch) -> Bool {
    shownPages(samples).isReady(at: .init())
  }

  /// Waits for the data of the excerpt.
  fileprivate func prepare(_ samples: SampleSwitch) async throws {
    try await shownPages(samples).prepare(at: .init())
  }

  fileprivate func shownExcerpt(_ samples: SampleSwitch) -> ShownExcerpt {
    shownPages(samples).excerpt(of: self)
  }

  /// Returns a stream with an element for every change that may affect a page of
  /// the guide or of its sample.
  func makeRevisions(_ samples: SampleSwitch) -> AsyncStream<Int> {
    shownPages(samples).makeRevisions()
  }
}

/// Content of any type, for the parts of a site that its program supplies.
struct AnyHTML: HTML {
  private let content: any HTML

  init(_ content: any HTML) { self.content = content }

  func render(into writer: inout ByteWriter) { content.render(into: &writer) }
}

/// The excerpt of a guide, or a link if it has none.
struct GuideExcerpt: Component {
  let excerpt: Excerpt?
  let guide: GuideSummary

  var body: some HTML {
    if let excerpt {
      excerpt.content
    } else {
      ExcerptPanel(
        guide.name, title: guide.title, icon: guide.icon, href: guide.href, note: ""
      ) {}
    }
  }
}
