import ImmutableUI
import Look
import Markup

/// The source of the page that searches all guides. It depends on all of them and is
/// different for each text, so that it is not cached.
struct SearchPages: PageSource {
  let shown: ShownGuides

  /// The page is not live.
  func makeRevisions() -> AsyncStream<Int> { AsyncStream { $0.finish() } }

  func isReady(at location: SearchLocation) -> Bool { shown.areReady }

  func prepare(at location: SearchLocation) async throws { await shown.prepare() }

  func response(at location: SearchLocation) -> PageResponse<SearchPage> {
    let query = SearchQuery(location.text)
    var groups: [SearchPage.Group] = []
    var mentions: [SampleMention] = []
    if !query.text.isEmpty {
      for guide in shown.guides {
        let (hits, mention) = guide.hits(of: query, shown.samples)
        guard let hits else { continue }
        groups.append(SearchPage.Group(guide: GuideSummary(guide), hits: hits))
        if let mention, hits.count > 0 { mentions.append(mention) }
      }
    }
    let content = SearchPage(
      text: location.rejected ?? location.text,
      problem: location.rejected.map { _ in QueryText.tooLongMessage(for: "Search") },
      groups: groups, guides: shown.guides.map { GuideSummary($0) })
    var page = Page(
      status: location.rejected == nil ? .ok : .badRequest, title: content.title,
      isIndexed: false, isPersonal: true, content: content)
    page.styleSheets = ["page-search-results.css"]
    page.scripts = ["page-search-keys.js"]
    page.sample = .joined(mentions)
    return .page(page)
  }
}

extension Guide {
  fileprivate func hits(
    of query: SearchQuery, _ samples: SampleSwitch
  ) -> (hits: SearchHits?, mention: SampleMention?) {
    shownPages(samples).hits(of: query, by: self)
  }
}
