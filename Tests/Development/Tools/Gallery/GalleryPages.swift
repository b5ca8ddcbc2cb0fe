#if DEBUG
import Foundation
import ImmutableUI
import Look
import Markup

@testable import WebSite

/// The states that match a filter, by guide. Each is a small picture: a scaled frame, which
/// the browser loads when it comes into view.
struct GalleryIndex: Component {
  private let sections: [Gallery.Section]
  /// The kinds of all states, by address.
  private let kinds: [Href: GalleryKind]
  private let filter: GalleryFilter
  private let look: GalleryLook

  init(sections: [Gallery.Section], filter: GalleryFilter, look: GalleryLook) {
    self.sections = sections
    let previews = sections.flatMap(\.previews)
    kinds = Dictionary(previews.map { ($0.href(.init()), GalleryKind($0)) }) { $1 }
    self.filter = filter
    self.look = look
  }

  var body: some HTML {
    let shown = matches(filter)
    header {
      div {
        h1 { "Gallery" }
        p {
          counted(count(shown), "state", "states") + " of "
            + counted(
              Set(shown.flatMap(\.previews).map(\.component)).count, "component", "components")
        }
      }
    }
    .class("head")
    FilterBar("Search states", action: Href(path: ["previews"]), submit: "Search") {
      Field("Component or state", id: GalleryFilter.search) { _ in
        input().type(.search).id(GalleryFilter.search).name(GalleryFilter.search)
          .value(filter.search)
      }
      ForEach(hiddenFields) { $0 }
    }
    nav {
      Facet(label: "Guide", choices: guideChoices)
      Facet(label: "State", choices: kindChoices)
      Facet(label: "Text", choices: textChoices)
      Facet(label: "Colours", choices: schemeChoices)
    }
    .class("gallery-filter").aria(.label, "Filter")
    if shown.isEmpty {
      EmptyState("No such state", message: "Change the search or the filter.", icon: .picture) {
        a { "Show all" }.class("button primary").href(GalleryRoute.index.href)
      }
    }
    for section in shown {
      Markup.section {
        h2 { section.label }.id("guide-\(section.name)")
        ul { for preview in section.previews { Card(preview: preview, look: look) } }
          .class("shots")
      }
      .class("gallery-guide", section.guide).aria(.labelledby, "guide-\(section.name)")
    }
  }

  /// The sections with the states that match a filter, without empty ones.
  private func matches(_ filter: GalleryFilter) -> [Gallery.Section] {
    let words = filter.search.lowercased().split(separator: " ")
    return sections.compactMap { section in
      guard filter.guide == nil || filter.guide == section.name else { return nil }
      var section = section
      section.previews.removeAll { preview in
        let text = "\(preview.component) \(preview.name) \(preview.note)".lowercased()
        return !words.allSatisfy { text.contains($0) }
          || filter.kind.map { $0 != kinds[preview.href(.init())] } == true
      }
      return section.previews.isEmpty ? nil : section
    }
  }

  private func count(_ sections: [Gallery.Section]) -> Int {
    sections.reduce(0) { $0 + $1.previews.count }
  }

  /// The fields that a search keeps.
  private var hiddenFields: [HiddenField] {
    [("guide", filter.guide), ("state", filter.kind?.rawValue)]
      .compactMap { name, value in value.map { HiddenField(name, $0) } }
      + look.query.map { HiddenField($0.name, $0.value) }
  }

  private var guideChoices: [Link] {
    [choice("All") { $0.guide = nil }]
      + sections.map { section in choice(section.label) { $0.guide = section.name } }
  }

  private var kindChoices: [Link] {
    ([nil] + GalleryKind.allCases).map { kind in
      choice(kind?.rawValue.capitalized ?? "All") { $0.kind = kind }
    }
  }

  private func choice(_ label: String, _ change: (inout GalleryFilter) -> Void) -> Link {
    var filter = filter
    change(&filter)
    return Link(
      label: "\(label) \(count(matches(filter)))", href: GalleryRoute.list(filter, look).href,
      isCurrent: filter == self.filter)
  }

  private var textChoices: [Link] {
    PreviewText.allCases.map { text in choice(text.rawValue) { $0.text = text } }
  }

  private var schemeChoices: [Link] {
    ([nil] + ColourScheme.allCases).map { scheme in
      choice(scheme?.rawValue ?? "system") { $0.scheme = scheme }
    }
  }

  private func choice(_ label: String, _ change: (inout GalleryLook) -> Void) -> Link {
    var look = look
    change(&look)
    return Link(
      label: label.capitalized, href: GalleryRoute.list(filter, look).href,
      isCurrent: look == self.look)
  }

  private struct Facet: Component {
    let label: String
    let choices: [Link]

    var body: some HTML {
      p {
        span { label }
        ForEach(choices) { choice in
          a { choice.label }.class("tag").href(choice.href)
            .aria(.current, choice.isCurrent ? "true" : nil)
        }
      }
      .class("said")
    }
  }

  private struct Card: Component {
    let preview: Preview
    let look: GalleryLook

    var body: some HTML {
      Panel(Tags.Li.self, kind: "shot") {
        div {
          iframe().src(preview.href(look)).title("\(preview.component), \(preview.name)")
            .sandboxed().lazy()
        }
        .class("glass", preview.isPage ? "whole" : nil).inert()
        p {
          a { "\(preview.component) · \(preview.name)" }.href(preview.href(look))
          span { preview.note }.class("row-note")
          a { "All states" }
            .href(GalleryRoute.component(preview.component, look).href)
            .aria(.label, "All states of \(preview.component)")
        }
      }
    }
  }
}

/// All states of one component, each in its own frame.
struct GalleryComponent: Component {
  let name: String
  let look: GalleryLook
  let previews: [Preview]

  var body: some HTML {
    header {
      div {
        a { "Gallery" }.class("back").href(GalleryRoute.index.href)
        h1 { name }
        p { counted(previews.count, "state", "states") }
      }
      nav {
        ForEach(choices) { choice in
          a { choice.label }.class("tag").href(GalleryRoute.component(name, choice.look).href)
            .aria(.current, choice.look == look ? "true" : nil)
        }
      }
      .class("said").aria(.label, "Display options")
    }
    .class("head")
    for preview in previews {
      Panel(
        kind: preview.isPage ? "gallery-state whole" : "gallery-state",
        name: .heading("state-\(preview.name)")
      ) {
        div {
          h2 { a { preview.name }.href(preview.href(look)) }.id("state-\(preview.name)")
          span { preview.note }.class("row-end")
        }
        .class("bar")
        iframe().src(preview.href(look)).title("\(name), \(preview.name)").sandboxed().lazy()
      }
    }
  }

  /// The display options.
  private var choices: [(label: String, look: GalleryLook)] {
    func with(_ change: (inout GalleryLook) -> Void) -> GalleryLook {
      var look = look
      change(&look)
      return look
    }
    return [
      ("Plain text", with { $0.text = .plain }),
      ("Hostile text", with { $0.text = .hostile }),
      ("System", with { $0.scheme = nil }),
      ("Light", with { $0.scheme = .light }),
      ("Dark", with { $0.scheme = .dark }),
    ]
  }
}

extension Preview {
  /// Returns the address of the preview with these display options.
  func href(_ look: GalleryLook) -> Href {
    GalleryRoute.state(component: component, name: name, look).href
  }
}
#endif
