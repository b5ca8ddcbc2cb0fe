#if DEBUG
import ImmutableUI
import Look
import Markup

/// An action, its changes, and the selectors and pages that it updated.
struct InspectorStep: Component {
  private let store: String
  let report: StepReport
  private let evaluations: [SelectorEvaluation]
  private let pages: [PageRendering]
  private let sent: [ObservationLog.Sent]

  init(_ store: String, _ report: StepReport, _ observations: ObservationLog) {
    self.store = store
    self.report = report
    let revision = report.summary.revision
    /// Returns true if the action is among those between two revisions.
    func includesAction(_ earlier: Int?, _ later: Int?) -> Bool {
      guard let later else { return false }
      return later >= revision && (earlier ?? later - 1) < revision
    }
    evaluations = observations.evaluated.filter {
      $0.store == store && includesAction($0.earlier, $0.revision)
    }
    pages = observations.rendered
      .filter { includesAction($0.earlier[store], $0.rendering.revisions[store]) }
      .map(\.rendering)
    let addresses = Set(pages.compactMap(\.address))
    sent = observations.sent.filter {
      ($0.revisions[store] ?? 0) >= revision && addresses.contains($0.address)
    }
  }

  var body: some HTML {
    InspectorHead(
      title: report.summary.name,
      summary:
        "Action \(report.summary.revision) of \(store), at \(report.summary.date.clock) UTC. "
        + "The reducer took \(report.summary.duration.text).",
      back: (store, InspectorRoute.store(store).href))
    nav {
      if let previous = report.previous {
        a { "Previous" }.class("button").href(InspectorRoute.step(store, previous).href)
          .rel("prev")
      }
      if let next = report.next {
        a { "Next" }.class("button").href(InspectorRoute.step(store, next).href)
          .rel("next")
      }
    }
    .class("actions").aria(.label, "Previous and next action")
    div {
      InspectorPanel("difference", "Changes") {
        if let difference = report.difference {
          InspectorText(text: difference, isDifference: true)
        } else {
          InspectorNote("No changes.")
        }
      }
      InspectorPanel("action", "Dispatched action") { InspectorText(text: report.action) }
    }
    .class("two")
    InspectorPanel("selectors", "Re-evaluated selectors") {
      if evaluations.isEmpty {
        InspectorNote("No selector has been evaluated since.")
      } else {
        InspectorEvaluations(evaluations: evaluations)
      }
    }
    InspectorPanel("pages", "Rendered pages") {
      if pages.isEmpty {
        InspectorNote("No page has been rendered since.")
      } else {
        ul { ForEach(pages) { row($0) } }.class("rows")
      }
    }
    form {
      div {
        label { "Page as it was after this action" }.for("at")
        input().type(.text).id("at").name("at").value("/\(store)").spellcheck(false)
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
            // The state of other stores at that time is unknown.
            if page.readings.count == 1 {
              a { "as it was" }
                .href(
                  InspectorRoute.past(store, report.summary.revision, address: address).href)
            }
          } else {
            span { "Response to a form" }.class("row-name")
          }
          span {
            page.fragments.isEmpty
              ? "No fragments were rendered."
              : "\(page.fragments.count) of \(counted(page.fragmentCount, "fragment", "fragments")) "
                + "rendered: \(fragments)."
          }
          .class("row-note")
        }
        .class("row-text")
        span { counted(browsers, "open browser", "open browsers") }.class("row-end")
        span { page.duration.text }.class("row-end")
      }
      .class("row")
    }
  }
}

/// A table of evaluations with their reason, result and duration.
struct InspectorEvaluations: Component {
  let evaluations: [SelectorEvaluation]

  var body: some HTML {
    table {
      thead {
        tr {
          th { "Selector" }.scope(.col)
          th { "Reason" }.scope(.col)
          th { "Result" }.scope(.col)
          th { "Duration" }.scope(.col).class("num")
        }
      }
      tbody {
        ForEach(evaluations) { evaluation in
          tr {
            th { evaluation.name }.scope(.row)
            td { evaluation.reasonText }
            td { evaluation.resultText }
            td { evaluation.duration.text }.class("num")
          }
        }
      }
    }
  }
}
#endif
