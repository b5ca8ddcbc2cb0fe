import ImmutableUI
import Look
public import Markup

/// How a page was written: where its time went.
public struct InspectorRendering: Component {
  /// Something that took its time.
  private struct Part: Sendable {
    let name: String
    let href: Href?
    let kind: String
    let why: String
    let duration: Duration
  }

  let address: String
  private let history: Trail.PageHistory

  init(address: String, _ history: Trail.PageHistory) {
    self.address = address
    self.history = history
  }

  public var body: some HTML {
    InspectorHead(
      title: address,
      summary: "Written \(counted(history.count, "time", "times")), the last time after "
        + "\(history.last.readings.map { "action \($0.revision) of \($0.store)" }.joined(separator: ", ")).",
      back: ("Inspector", InspectorRoute.index.href))
    rendering("slowest", "The slowest time", history.slowest)
    if history.count > 1 { rendering("last", "The last time", history.last) }
  }

  private func rendering(_ id: String, _ title: String, _ page: PageRendering) -> some HTML {
    let parts = Self.parts(of: page)
    let most = parts.first.map { max($0.duration / .nanoseconds(1), 1) } ?? 1
    return InspectorPanel(
      id, title,
      note: "\(page.duration.words), of which \(page.preparationDuration.words) for waiting, "
        + "\(page.viewStateDuration.words) for asking and "
        + "\(page.renderingDuration.words) for writing \(grouped(page.bytes)) bytes"
    ) {
      table {
        thead {
          tr {
            th { "Where it went" }.scope(.col)
            th { "Why" }.scope(.col)
            th { "Took" }.scope(.col).class("num")
          }
        }
        tbody {
          ForEach(parts) { part in
            tr {
              th {
                if let href = part.href { a { part.name }.href(href) } else { part.name }
                span { part.kind }.class("row-note")
              }
              .scope(.row)
              td { part.why }
              td {
                part.duration.words
                svg { rect().width(share(part, of: most)).height(4) }
                  .class("share").viewBox(ViewBox(0, 0, 100, 4)).aria(.hidden, "true")
              }
              .class("num")
            }
          }
        }
      }
      if page.fragments.count < page.fragmentCount {
        InspectorNothing(
          words:
            "\(counted(page.fragmentCount - page.fragments.count, "fragment was", "fragments were")) "
            + "taken over from the page before.")
      }
    }
  }

  private func share(_ part: Part, of most: Double) -> Double {
    ((part.duration / .nanoseconds(1)) / most * 1_000).rounded() / 10
  }

  /// What was waited for, selectors, words and fragments; those that took
  /// longest first.
  private static func parts(of page: PageRendering) -> [Part] {
    let others = [
      Part(
        name: "Waiting", href: nil, kind: "before the page was made",
        why: "What it shows had to be fetched, or read from the disk, first.",
        duration: page.preparationDuration),
      Part(
        name: "Words", href: nil, kind: "the view states",
        why: "What selectors answered was sorted, counted and put into words.",
        duration: page.formattingDuration),
    ].filter { $0.duration > .zero }
    let selectors = page.readings.flatMap(\.evaluations).map { evaluation in
      let isOld = evaluation.ended < page.began
      return Part(
        name: evaluation.name, href: evaluation.href, kind: "selector",
        why: isOld
          ? "Its answer of action \(evaluation.revision) was there already."
          : "\(evaluation.why) \(evaluation.course)",
        duration: isOld ? .zero : evaluation.duration)
    }
    let fragments = page.fragments.map { fragment in
      Part(
        name: fragment.name, href: nil, kind: "fragment",
        why: "What it shows was new, or differed.", duration: fragment.duration)
    }
    return (others + selectors + fragments).sorted { $0.duration > $1.duration }
  }
}

/// One selector: each time that it looked at a newer state, and why.
public struct InspectorSelector: Component {
  let label: String
  private let store: String
  private let id: String?
  let evaluations: [SelectorEvaluation]
  private let readers: [String]

  init(store: String, label: String, id: String?, _ trail: Trail) {
    self.store = store
    self.label = label
    self.id = id
    func isIt(_ evaluation: SelectorEvaluation) -> Bool {
      evaluation.store == store && evaluation.label == label && evaluation.id == id
    }
    evaluations = trail.evaluated.filter(isIt).reversed()
    readers = trail.pages
      .filter { $0.value.last.readings.flatMap(\.evaluations).contains(where: isIt) }
      .map(\.key).sorted()
  }

  public var body: some HTML {
    InspectorHead(
      title: label,
      summary: "A selector of \(store)" + (id.map { ", asked for \($0.prefix(400))" } ?? "") + ".",
      back: ("Inspector", InspectorRoute.index.href))
    InspectorPanel("evaluations", "When it looked at a newer state", note: "newest first") {
      InspectorEvaluations(evaluations: evaluations, isOne: true)
    }
    InspectorPanel("readers", "Pages that read it") {
      if readers.isEmpty {
        InspectorNothing(words: "None of those that were written lately.")
      } else {
        ul {
          ForEach(readers) { address in
            li {
              a { span { address }.class("row-text row-name") }.class("row")
                .href(InspectorRoute.page(address: address).href)
            }
          }
        }
        .class("rows")
      }
    }
  }
}
