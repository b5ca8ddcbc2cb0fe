#if DEBUG
import ImmutableUI
import Look
import Markup

/// The renderings of a page, with the duration of each step.
struct InspectorRendering: Component {
  /// A step of rendering a page.
  private struct Step: Sendable {
    let name: String
    let kind: String
    let reason: String
    let duration: Duration
  }

  let address: String
  private let history: ObservationLog.PageHistory

  init(address: String, _ history: ObservationLog.PageHistory) {
    self.address = address
    self.history = history
  }

  var body: some HTML {
    InspectorHead(
      title: address,
      summary: "Rendered \(counted(history.count, "time", "times")), most recently after "
        + "\(history.last.readings.map { "action \($0.revision) of \($0.store)" }.joined(separator: ", ")).",
      back: ("Inspector", InspectorRoute.index.href))
    rendering("slowest", "Slowest rendering", history.slowest)
    if history.count > 1 { rendering("last", "Latest rendering", history.last) }
  }

  private func rendering(_ id: String, _ title: String, _ page: PageRendering) -> some HTML {
    let steps = Self.steps(of: page)
    let longest = steps.first.map { max($0.duration / .nanoseconds(1), 1) } ?? 1
    return InspectorPanel(
      id, title,
      note: "\(page.duration.text): \(page.preparationDuration.text) waiting for data, "
        + "\(page.viewStateDuration.text) creating view states, "
        + "\(page.renderingDuration.text) rendering \(grouped(page.bytes)) bytes"
    ) {
      table {
        thead {
          tr {
            th { "Step" }.scope(.col)
            th { "Reason" }.scope(.col)
            th { "Duration" }.scope(.col).class("num")
          }
        }
        tbody {
          ForEach(steps) { step in
            tr {
              th {
                step.name
                span { step.kind }.class("row-note")
              }
              .scope(.row)
              td { step.reason }
              td {
                step.duration.text
                svg { rect().width(share(step, of: longest)).height(4) }
                  .class("share").viewBox(ViewBox(0, 0, 100, 4)).aria(.hidden, "true")
              }
              .class("num")
            }
          }
        }
      }
      if page.fragments.count < page.fragmentCount {
        InspectorNote(
          "\(counted(page.fragmentCount - page.fragments.count, "fragment was", "fragments were")) "
            + "reused from the previous version.")
      }
    }
  }

  /// Returns the duration of a step in percent of the longest one.
  private func share(_ step: Step, of longest: Double) -> Double {
    ((step.duration / .nanoseconds(1)) / longest * 1_000).rounded() / 10
  }

  /// Returns the steps of rendering a page, slowest first.
  private static func steps(of page: PageRendering) -> [Step] {
    let others = [
      Step(
        name: "Waiting", kind: "before rendering",
        reason: "Its data had to be fetched or read from disk first.",
        duration: page.preparationDuration),
      Step(
        name: "View states", kind: "containers",
        reason: "Values of selectors were sorted, counted and formatted.",
        duration: page.formattingDuration),
    ].filter { $0.duration > .zero }
    let selectors = page.readings.flatMap(\.evaluations).map { evaluation in
      let isOld = evaluation.ended < page.began
      return Step(
        name: evaluation.name, kind: "selector",
        reason: isOld
          ? "Its value was cached after action \(evaluation.revision)."
          : "\(evaluation.reasonText) \(evaluation.resultText)",
        duration: isOld ? .zero : evaluation.duration)
    }
    let fragments = page.fragments.map { fragment in
      Step(
        name: fragment.name, kind: "fragment",
        reason: "Its view state was new or had changed.", duration: fragment.duration)
    }
    return (others + selectors + fragments).sorted { $0.duration > $1.duration }
  }
}
#endif
