#if DEBUG
import ImmutableUI
import Look
import Markup

/// A page of the inspector.
enum InspectorPage: Component {
  case index(InspectorIndex)
  case store(InspectorStore)
  case step(InspectorStep)
  case page(InspectorRendering)

  /// The title of the document.
  var title: String {
    switch self {
    case .index: "Inspector"
    case .store(let store): "\(store.name) - Inspector"
    case .step(let step): "\(step.report.summary.name) - Inspector"
    case .page(let page): "\(page.address) - Inspector"
    }
  }

  var body: some HTML {
    switch self {
    case .index(let index): index
    case .store(let store): store
    case .step(let step): step
    case .page(let page): page
    }
  }
}

/// The header of a page of the inspector.
struct InspectorHead: Component {
  let title: String
  let summary: String
  var back: (label: String, href: Href)?

  var body: some HTML {
    header {
      div {
        if let back { a { back.label }.class("back").href(back.href) }
        h1 { title }
        p { summary }
      }
    }
    .class("head")
  }
}

/// A section of a page of the inspector, with a heading.
struct InspectorPanel<Content: HTML>: Component {
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

/// A note about missing or omitted content.
struct InspectorNote: Component {
  private let text: String

  init(_ text: String) { self.text = text }

  var body: some HTML { p { text }.class("nothing") }
}

/// A list of actions of a store.
struct InspectorSteps: Component {
  let store: String
  let steps: [StepSummary]

  var body: some HTML {
    ol {
      ForEach(steps) { step in
        li {
          a {
            span { "\(step.revision)" }.class("num")
            span { step.name }.class("row-text row-name")
            span { step.duration.text }.class("row-end")
            span { step.date.clock }.class("row-end")
          }
          .class("row").href(InspectorRoute.step(store, step.revision).href)
        }
      }
    }
    .class("rows")
  }
}

/// A shortened text. In a difference, removed and added lines are highlighted.
struct InspectorText: Component {
  let text: ShortText
  var isDifference = false

  var body: some HTML {
    pre {
      ForEach(text.lines) { line in
        span { line }.class(style(of: line))
        "\n"
      }
    }
    .tabindex(0).role("region").aria(.label, isDifference ? "Difference" : "Action")
    if let omission = text.omission { InspectorNote(omission) }
  }

  /// Returns the CSS class of a line.
  private func style(of line: String) -> String? {
    guard isDifference else { return nil }
    return switch line.drop(while: { $0 == " " }).first {
    case "-", "−": "went"
    case "+": "came"
    default: nil
    }
  }
}
#endif
