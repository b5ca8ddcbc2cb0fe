import ImmutableUI
import Look
import Markup

/// The source of the front page, which shows an excerpt of each guide.
struct FrontPages: PageSource {
  /// The front page has no parameters.
  struct Location: Hashable, Sendable {}

  let text: SiteText
  let guides: [any Guide]
  /// The maximum wait for data. This is enough for data on disk; data from
  /// remote services are added by live updates.
  var patience = Duration.milliseconds(300)

  func makeRevisions() -> AsyncStream<Int> {
    let all = guides.map { $0.root.makeRevisions() }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        await withTaskGroup { group in
          for revisions in all {
            group.addTask {
              for await revision in revisions { continuation.yield(revision) }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func isReady(at location: Location) -> Bool {
    guides.allSatisfy(\.isReady)
  }

  func prepare(at location: Location) async throws {
    await withTaskGroup { group in
      group.addTask {
        await withTaskGroup(of: Void.self) { group in
          for guide in guides { group.addTask { try? await guide.prepare() } }
        }
      }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  func response(at location: Location) -> PageResponse<FrontPage<GuideExcerpt>> {
    // A site with a single guide redirects to it, unless the guide has an
    // excerpt.
    let excerpts = guides.map { ($0, $0.excerpt()) }
    if let (guide, excerpt) = excerpts.first, excerpts.count == 1, excerpt == nil {
      return .seeOther(guide.startPage)
    }
    return .page(
      Page(
        title: text.name, dependencies: excerpts.flatMap { $1?.dependencies ?? [] },
        expires: excerpts.compactMap { $1?.expires }.min(),
        content: FrontPage(
          text: text,
          excerpts: excerpts.map { GuideExcerpt(excerpt: $1, guide: GuideSummary($0)) })))
  }
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
