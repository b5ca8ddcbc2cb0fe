import ImmutableUI
import Look
import Markup

/// The page of the search: a field, and the results of each guide.
struct SearchPage: Component {
  /// The results of one guide.
  struct Group: Sendable {
    let guide: GuideSummary
    let hits: SearchHits
  }

  /// The text as typed.
  let text: String
  /// The reason why the text cannot be searched for; `nil` if it can.
  let problem: String?
  /// The results of the guides that have a search.
  let groups: [Group]
  let guides: [GuideSummary]

  private var found: [Group] { groups.filter { $0.hits.count > 0 } }

  /// True if there is nothing to search for.
  private var isEmpty: Bool { groups.isEmpty && problem == nil }

  var title: String {
    if problem != nil { return "Error: Search" }
    return isEmpty ? "Search" : "“\(text)”"
  }

  var body: some HTML {
    header {
      div {
        h1 { isEmpty || problem != nil ? "Search" : "“\(text)”" }.dir(.auto)
        if !isEmpty, problem == nil { p { summary } }
      }
      if found.count > 1 {
        nav {
          for group in found {
            a {
              group.guide.title
              " "
              span { grouped(group.hits.count) }.class("num")
            }
            .class("tag", group.guide.name).href(Href(fragment: "\(group.guide.name)-title"))
          }
        }
        .class("said").aria(.label, "Guides with results")
      }
    }
    .class("head")
    SearchForm(text: text, problem: problem, isFocused: isEmpty)
    if isEmpty {
      p { "Type a word and press Enter. All guides are searched at once: \(names(of: guides))." }
        .class("said")
    } else if !found.isEmpty {
      div { ForEach(found) { Results(group: $0) } }.class("search-groups")
      let others = groups.filter { $0.hits.count == 0 }.map(\.guide)
      if !others.isEmpty { p { "Nothing found in \(names(of: others))." }.class("said") }
    } else if problem == nil {
      EmptyState("Nothing found", message: "Try another word, or fewer.", icon: .search) {
        div {
          for guide in guides {
            a {
              Icon(guide.icon)
              guide.title
            }
            .class("button").href(guide.href)
          }
        }
        .class("actions")
      }
    }
  }

  private var summary: String {
    let count = found.reduce(0) { $0 + $1.hits.count }
    return "\(counted(count, "result", "results")) in \(counted(found.count, "guide", "guides"))"
  }

  private func names(of guides: [GuideSummary]) -> String {
    let names = guides.map(\.title)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  private struct Results: Component {
    let group: Group

    var body: some HTML {
      let (guide, hits) = (group.guide, group.hits)
      ExcerptPanel(
        guide.name, title: guide.title, icon: guide.icon, href: hits.all?.href ?? guide.href,
        note: grouped(hits.count), all: hits.all?.label
      ) {
        RowList {
          ForEach(hits.hits) { hit in
            Row(href: hit.href) {
              if let lead = hit.lead { AnyHTML(lead) }
              span {
                span { hit.name }.class("row-name").dir(.auto)
                if !hit.note.isEmpty { span { hit.note }.class("row-note").dir(.auto) }
              }
              .class("row-text")
              if let exact = hit.time {
                time { hit.end }.class("row-end").datetime(exact)
              } else if !hit.end.isEmpty {
                span { hit.end }.class("row-end")
              }
            }
          }
        }
      }
    }
  }
}
