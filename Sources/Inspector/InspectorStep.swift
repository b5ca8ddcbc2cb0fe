import ImmutableUI
import Look
public import Markup

/// One action: what it was, what it changed, and what was done about it.
public struct InspectorStep: Component {
  private let store: String
  let report: StepReport
  private let evaluations: [SelectorEvaluation]
  private let pages: [PageRendering]
  private let sent: [Trail.Sent]

  init(_ store: String, _ report: StepReport, _ trail: Trail) {
    self.store = store
    self.report = report
    let revision = report.summary.revision
    func isCause(_ earlier: Int?, _ later: Int?) -> Bool {
      guard let later else { return false }
      return later >= revision && (earlier ?? later - 1) < revision
    }
    evaluations = trail.evaluated.filter {
      $0.store == store && isCause($0.earlier, $0.revision)
    }
    pages = trail.written
      .filter { isCause($0.earlier[store], $0.rendering.revisions[store]) }.map(\.rendering)
    let addresses = Set(pages.compactMap(\.address))
    sent = trail.sent.filter {
      ($0.revisions[store] ?? 0) >= revision && addresses.contains($0.address)
    }
  }

  public var body: some HTML {
    InspectorHead(
      title: report.summary.name,
      summary:
        "Action \(report.summary.revision) of \(store), at \(report.summary.date.clock) UTC. "
        + "The reducer took \(report.summary.duration.words).",
      back: (store, InspectorRoute.store(store).href))
    nav {
      if let previous = report.previous {
        a { "The one before" }.class("button").href(InspectorRoute.step(store, previous).href)
          .rel("prev")
      }
      if let next = report.next {
        a { "The one after" }.class("button").href(InspectorRoute.step(store, next).href)
          .rel("next")
      }
    }
    .class("actions").aria(.label, "Actions")
    div {
      InspectorPanel("difference", "What it changed") {
        if let difference = report.difference {
          InspectorText(text: difference, isDifference: true)
        } else {
          InspectorNothing(words: "Nothing.")
        }
      }
      InspectorPanel("action", "What happened") { InspectorText(text: report.action) }
    }
    .class("two")
    InspectorPanel("selectors", "Selectors that looked again") {
      if evaluations.isEmpty {
        InspectorNothing(words: "None was asked since.")
      } else {
        InspectorEvaluations(evaluations: evaluations)
      }
    }
    InspectorPanel("pages", "Pages that were written") {
      if pages.isEmpty {
        InspectorNothing(words: "None was asked for since.")
      } else {
        ul { ForEach(pages) { row($0) } }.class("rows")
      }
    }
    form {
      div {
        label { "A page as it was after this action" }.for("at")
        input().type(.text).id("at").name("at").value("/\(store)").autocomplete("off")
          .spellcheck(false)
      }
      .class("field")
      button { "Show" }.class("button primary")
    }
    .class("filter")
    .get(InspectorRoute.form(forPast: store, report.summary.revision))
  }

  private func row(_ page: PageRendering) -> some HTML {
    let browsers = sent.filter { $0.address == page.address }.reduce(0) { $0 + $1.browsers }
    let fragments = page.fragments.map(\.name).joined(separator: ", ")
    return li {
      div {
        span {
          if let address = page.address {
            a { address }.class("row-name").href(InspectorRoute.page(address: address).href)
            // What other stores showed then, nobody knows.
            if page.readings.count == 1 {
              a { "as it was" }
                .href(
                  InspectorRoute.past(store, report.summary.revision, address: address).href)
            }
          } else {
            span { "What a post was answered with" }.class("row-name")
          }
          span {
            page.fragments.isEmpty
              ? "No fragment was written anew."
              : "\(page.fragments.count) of \(counted(page.fragmentCount, "fragment", "fragments")) "
                + "written: \(fragments)."
          }
          .class("row-note")
        }
        .class("row-text")
        span { counted(browsers, "open browser", "open browsers") }.class("row-end")
        span { page.duration.words }.class("row-end")
      }
      .class("row")
    }
  }
}

/// Evaluations of selectors: why, how far, how long.
struct InspectorEvaluations: Component {
  let evaluations: [SelectorEvaluation]
  /// Whether they are all of one selector, and are told apart by revision.
  var isOne = false

  var body: some HTML {
    table {
      thead {
        tr {
          th { isOne ? "At action" : "Selector" }.scope(.col)
          th { "Why" }.scope(.col)
          th { "How far" }.scope(.col)
          th { "Took" }.scope(.col).class("num")
        }
      }
      tbody {
        ForEach(evaluations) { evaluation in
          tr {
            th {
              if isOne {
                a { "\(evaluation.revision)" }
                  .href(InspectorRoute.step(evaluation.store, evaluation.revision).href)
              } else {
                a { evaluation.name }.href(evaluation.href)
              }
            }
            .scope(.row)
            td { evaluation.why }
            td { evaluation.course }
            td { evaluation.duration.words }.class("num")
          }
        }
      }
    }
  }
}

extension SelectorEvaluation {
  var href: Href {
    InspectorRoute.selector(store: store, label: label, id: id).href
  }
}
