import ImmutableUI
import Look
public import Markup

/// The stores with their last actions, and the pages that took longest.
public struct InspectorIndex: Component {
  struct Store: Sendable {
    let name: String
    let count: Int
    let steps: [StepSummary]
  }

  private let stores: [Store]
  private let pages: [Trail.PageHistory]

  init(_ stores: [any InspectedStore], _ trail: Trail) {
    self.stores = stores.map { store in
      let summaries = store.summaries
      return Store(
        name: store.name, count: summaries.first?.revision ?? 0,
        steps: Array(summaries.prefix(5)))
    }
    pages = Array(
      trail.pages.values.sorted { $0.slowest.duration > $1.slowest.duration }.prefix(20))
  }

  public var body: some HTML {
    InspectorHead(
      title: "Inspector",
      summary: "What happens on this site while it happens. Nothing is changed from here.")
    InspectorPanel("slow", "Slow pages", note: "the slowest rendering first") {
      if pages.isEmpty {
        InspectorNothing(words: "No page was written yet.")
      } else {
        table {
          thead {
            tr {
              th { "Page" }.scope(.col)
              th { "Slowest" }.scope(.col).class("num")
              th { "Last" }.scope(.col).class("num")
              th { "Written" }.scope(.col).class("num")
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
                td { page.slowest.duration.words }.class("num")
                td { page.last.duration.words }.class("num")
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
            InspectorNothing(words: "Nothing happened yet.")
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

/// The actions of one store that are kept.
public struct InspectorStore: Component {
  let name: String
  let steps: [StepSummary]

  public var body: some HTML {
    InspectorHead(
      title: name, summary: "The last \(counted(steps.count, "action", "actions")), newest first",
      back: ("Inspector", InspectorRoute.index.href))
    InspectorPanel("actions", "Actions") {
      if steps.isEmpty {
        InspectorNothing(words: "Nothing happened yet.")
      } else {
        InspectorSteps(store: name, steps: steps)
      }
    }
    p {
      "For replaying them: "
      a { "\(name).jsonl" }.class("tag").href(InspectorRoute.recording(name).href)
    }
    .class("exports")
  }
}
