import ImmutableUI
import Look
public import Markup

/// The index of the inspector: the slowest pages, and the latest actions of each
/// store.
public struct InspectorIndex: Component {
  struct Store: Sendable {
    let name: String
    let count: Int
    let steps: [StepSummary]
  }

  private let stores: [Store]
  private let pages: [ObservationLog.PageHistory]

  init(_ stores: [any InspectedStore], _ observations: ObservationLog) {
    self.stores = stores.map { store in
      let summaries = store.summaries
      return Store(
        name: store.name, count: summaries.first?.revision ?? 0,
        steps: Array(summaries.prefix(5)))
    }
    pages = Array(
      observations.pages.values.sorted { $0.slowest.duration > $1.slowest.duration }.prefix(20))
  }

  public var body: some HTML {
    InspectorHead(
      title: "Inspector",
      summary: "The actions, selectors and rendered pages of this site, updated live. Read-only.")
    InspectorPanel("slow", "Slow pages", note: "slowest first") {
      if pages.isEmpty {
        InspectorNote("No pages have been rendered yet.")
      } else {
        table {
          thead {
            tr {
              th { "Page" }.scope(.col)
              th { "Slowest" }.scope(.col).class("num")
              th { "Latest" }.scope(.col).class("num")
              th { "Rendered" }.scope(.col).class("num")
            }
          }
          tbody {
            ForEach(pages) { page in
              tr {
                th {
                  a { page.last.address ?? "" }
                    .href(InspectorRoute.page(address: page.last.address ?? "/").href)
                }
                .scope(.row)
                td { page.slowest.duration.text }.class("num")
                td { page.last.duration.text }.class("num")
                td { grouped(page.count) }.class("num")
              }
            }
          }
        }
      }
    }
    div {
      ForEach(stores) { store in
        InspectorPanel(
          "store-\(store.name)", store.name, note: counted(store.count, "action", "actions")
        ) {
          if store.steps.isEmpty {
            InspectorNote("No actions yet.")
          } else {
            InspectorSteps(store: store.name, steps: store.steps)
            p {
              a { "All actions of \(store.name)" }.href(InspectorRoute.store(store.name).href)
            }
            .class("nothing")
          }
        }
      }
    }
    .class("inspected-stores")
  }
}

/// The logged actions of a store.
public struct InspectorStore: Component {
  let name: String
  let steps: [StepSummary]

  public var body: some HTML {
    InspectorHead(
      title: name,
      summary: "The latest \(counted(steps.count, "action", "actions")), newest first.",
      back: ("Inspector", InspectorRoute.index.href))
    InspectorPanel("actions", "Actions") {
      if steps.isEmpty {
        InspectorNote("No actions yet.")
      } else {
        InspectorSteps(store: name, steps: steps)
      }
    }
    p {
      "Download for replay: "
      a { "\(name).jsonl" }.class("tag").href(InspectorRoute.recording(name).href)
    }
    .class("exports")
  }
}
