import ImmutableUI
import Look
import Markup

/// The source of the front page, which shows an excerpt of each guide, unless the
/// site has its own.
struct FrontPages: PageSource {
  /// The front page has no parameters.
  typealias Location = StartPage

  let text: SiteText
  let shown: ShownGuides
  /// The site's own front page; `nil` for excerpts.
  let own: (any PageSource<StartPage>)?
  /// The names of the style sheets of the excerpts.
  let styleSheets: [String]

  /// The beginning of the names of style sheets for the front page, after `page-`.
  static let sheets = "front"

  init(text: SiteText, shown: ShownGuides, styleSheets: [String]) {
    self.text = text
    self.shown = shown
    self.styleSheets = styleSheets
    own = text.front?(shown.guides)
  }

  func makeRevisions() -> AsyncStream<Int> {
    // The page of changes follows the guides, also if the site has its own front page.
    let guides = shown.guides.map { $0.makeRevisions(shown.samples) }
    return .merging(guides + (own.map { [$0.makeRevisions()] } ?? []))
  }

  func isReady(at location: Location) -> Bool {
    own?.isReady(at: location) ?? shown.areReady
  }

  func prepare(at location: Location) async throws {
    if let own { return try await own.prepare(at: location) }
    await shown.prepare()
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
    let guides = shown.guides.map {
      (summary: GuideSummary($0), shown: $0.shownExcerpt(shown.samples))
    }
    if let only = guides.first, guides.count == 1, only.shown.excerpt == nil {
      return .seeOther(only.summary.href)
    }
    var page = Page(
      title: text.name,
      dependencies: guides.flatMap {
        ($0.shown.excerpt?.dependencies ?? []) + $0.shown.dependencies
      },
      expires: guides.compactMap { $0.shown.excerpt?.expires }.min(),
      content: FrontPage(
        text: text,
        excerpts: guides.map { summary, shown in
          (shown.excerpt?.isWide ?? false, GuideExcerpt(excerpt: shown.excerpt, guide: summary))
        }))
    page.styleSheets = styleSheets
    page.sample = .joined(guides.compactMap { $0.shown.mention })
    return .page(page)
  }
}

extension Guide {
  fileprivate func shownExcerpt(_ samples: SampleSwitch) -> ShownExcerpt {
    shownPages(samples).excerpt(of: self)
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
        guide.name, title: guide.title, href: guide.href, note: ""
      ) { ExcerptPicture { Icon(guide.icon) } }
    }
  }
}
