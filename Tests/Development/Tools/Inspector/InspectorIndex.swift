#if DEBUG
import Foundation
import ImmutableUI
import Look
import Markup

/// The index of the inspector: the slowest pages, and the latest actions of each
/// store.
struct InspectorIndex: Component {
  struct Store: Sendable {
    let name: String
    let count: Int
    let steps: [StepSummary]
  }

  private let jobs: [InspectedJob]
  private let stores: [Store]
  private let pages: [ObservationLog.PageHistory]

  init(
    _ stores: [any InspectedStore], _ observations: ObservationLog, _ jobs: [InspectedJob]
  ) {
    self.jobs = jobs
    self.stores = stores.map { store in
      let summaries = store.summaries
      return Store(
        name: store.name, count: summaries.first?.revision ?? 0,
        steps: Array(summaries.prefix(5)))
    }
    pages = Array(
      observations.pages.values.sorted { $0.slowest.duration > $1.slowest.duration }.prefix(20))
  }

  var body: some HTML {
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
    if !jobs.isEmpty { JobsPanel(jobs: jobs) }
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

/// Work that a guide repeats in the background, for the inspector.
struct InspectedJob: Hashable, Sendable {
  /// The name of the work.
  var name: String
  /// The number of runs of this instance that succeeded.
  var successes: Int
  /// The number of runs of this instance that failed.
  var failures: Int
  /// The end of the last run that succeeded; `nil` if none has.
  var lastSuccess: Date?
  /// True during a run.
  var isRunning: Bool

  /// Creates the summary of a job.
  init(
    name: String, successes: Int, failures: Int, lastSuccess: Date?, isRunning: Bool
  ) {
    self.name = name
    self.successes = successes
    self.failures = failures
    self.lastSuccess = lastSuccess
    self.isRunning = isRunning
  }
}

private struct JobsPanel: Component {
  let jobs: [InspectedJob]

  var body: some HTML {
    InspectorPanel("jobs", "Work in the background", note: "by this instance") {
      table {
        thead {
          tr {
            th { "Work" }.scope(.col)
            th { "Succeeded" }.scope(.col).class("num")
            th { "Failed" }.scope(.col).class("num")
            th { "Last success" }.scope(.col)
          }
        }
        tbody {
          ForEach(jobs) { job in
            tr {
              th { job.isRunning ? "\(job.name) (running)" : job.name }.scope(.row)
              td { grouped(job.successes) }.class("num")
              td { grouped(job.failures) }.class("num")
              td { job.lastSuccess.map { Moment($0).minute } ?? "none" }
            }
          }
        }
      }
    }
  }
}

/// The logged actions of a store.
struct InspectorStore: Component {
  let name: String
  let steps: [StepSummary]

  var body: some HTML {
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
#endif
