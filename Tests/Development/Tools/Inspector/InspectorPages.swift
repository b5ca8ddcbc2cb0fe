#if DEBUG
import ImmutableUI
import Look
import Markup

/// The index of the inspector: the stores, each with its latest action.
struct InspectorIndex: Component {
  let recorders: [StoreRecorder]

  var body: some HTML {
    InspectorHead(
      title: "Inspector",
      summary: "The actions and selectors of each store, updated live. Read-only.")
    InspectorPanel("stores", "Stores") {
      RowList {
        ForEach(recorders) { recorder in
          let last = recorder.steps.last
          Row(href: InspectorTool.href(recorder.name)) {
            span {
              span { recorder.name }.class("row-name")
              if let last { span { last.name }.class("row-note") }
            }
            .class("row-text")
            span { counted(last?.revision ?? 0, "action", "actions") }.class("row-end")
          }
        }
      }
    }
  }
}

/// The actions of a store, the changes of the selected one, and the counts of the selectors.
struct InspectorStore: Component {
  let name: String
  /// The recorded actions, newest first.
  let steps: [StoreRecorder.Step]
  /// The action that is shown with its changes; `nil` for none.
  let selected: StoreRecorder.Step?
  /// The numbers of evaluations, by the names of the selectors.
  let evaluations: [String: Int]
  /// The counts of the selectors, by name.
  let counts: [(key: String, value: SelectorCounts)]

  var body: some HTML {
    InspectorHead(
      title: name,
      summary: "The latest \(counted(steps.count, "action", "actions")), newest first.",
      back: InspectorTool.href())
    if let selected {
      div {
        InspectorPanel("difference", "Changes") {
          InspectorText(
            label: "Difference", lines: ValueText.lines(from: selected.before, to: selected.after))
        }
        InspectorPanel(
          "action", "Action \(selected.revision)",
          note: "\(Moment(selected.date).second), \(selected.duration.text)"
        ) {
          InspectorText(label: "Action", lines: ValueText.lines(of: selected.action))
        }
      }
      .class("two")
    }
    InspectorPanel("actions", "Actions") {
      RowList {
        ForEach(steps) { step in
          Row(
            href: InspectorTool.href(name, String(step.revision)),
            isCurrent: step.revision == selected?.revision
          ) {
            span { "\(step.revision)" }.class("num")
            RowText(step.name)
            span { step.duration.text }.class("row-end")
            span { Moment(step.date).timeOfDay }.class("row-end")
          }
        }
      }
    }
    InspectorPanel("selectors", "Selectors", note: "since the start") {
      table {
        thead {
          tr {
            th { "Selector" }.scope(.col)
            th { "Evaluations" }.scope(.col).class("num")
            th { "Filters" }.scope(.col).class("num")
            th { "Publishes" }.scope(.col).class("num")
          }
        }
        tbody {
          ForEach(counts) { selector in
            tr {
              th { selector.key }.scope(.row)
              td { grouped(evaluations[selector.key] ?? 0) }.class("num")
              td { grouped(selector.value.filters) }.class("num")
              td { grouped(selector.value.publishes) }.class("num")
            }
          }
        }
      }
    }
  }
}

/// The header of a page of the inspector.
private struct InspectorHead: Component {
  let title: String
  let summary: String
  var back: Href?

  var body: some HTML {
    header {
      div {
        if let back { a { "Inspector" }.class("back").href(back) }
        h1 { title }
        p { summary }
      }
    }
    .class("head")
  }
}

/// A section of a page of the inspector, with a heading.
private struct InspectorPanel<Content: HTML>: Component {
  private let id: String
  private let title: String
  private let note: String?
  private let content: Content

  init(_ id: String, _ title: String, note: String? = nil, @HTMLBuilder content: () -> Content) {
    self.id = id
    self.title = title
    self.note = note
    self.content = content()
  }

  var body: some HTML {
    Panel(kind: "inspected", id: id, name: .heading("\(id)-title")) {
      div {
        h2 { title }.id("\(id)-title")
        if let note { span { note }.class("row-end") }
      }
      .class("bar")
      content
    }
  }
}

/// A description of a value or a difference, with removed and added lines highlighted.
private struct InspectorText: Component {
  let label: String
  let lines: [String]

  var body: some HTML {
    if lines.isEmpty {
      p { "No changes." }.class("nothing")
    } else {
      pre {
        ForEach(lines) { line in
          span { line }.class(line.hasPrefix("-") ? "went" : line.hasPrefix("+") ? "came" : nil)
          "\n"
        }
      }
      .tabindex(0).role("region").aria(.label, label)
    }
  }
}

extension Duration {
  /// The duration, such as `1,234 µs`.
  fileprivate var text: String { "\(grouped(Int((self / .microseconds(1)).rounded()))) µs" }
}
#endif
