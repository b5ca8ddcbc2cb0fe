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
    PageHead("Search", count: isEmpty || problem != nil ? nil : summary, zone: zone) {
      SearchField(
        "Search everything", action: SiteRoute.search().href, name: SearchLocation.item,
        value: text, problem: problem, isFocused: isEmpty)
    }
    if isEmpty {
      p { "Searches \(names(of: guides))." }.class("said")
    } else if !found.isEmpty {
      Panel(Tags.Div.self, kind: "mixed") { ForEach(found) { Results(group: $0) } }
    } else if problem == nil {
      EmptyState("Nothing found", message: "Try another word, or fewer.", icon: .search)
    }
  }

  /// The zone of the times; `nil` if there are none.
  private var zone: String? {
    found.contains { $0.hits.hits.contains { $0.time != nil } } ? Zone.utc.label : nil
  }

  private var summary: String {
    let count = found.reduce(0) { $0 + $1.hits.count }
    return found.isEmpty
      ? "No results" : "\(grouped(count)) in \(counted(found.count, "guide", "guides"))"
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
      section {
        div {
          h2 { "\(guide.title) \(grouped(hits.count))" }.id("\(guide.name)-title")
          if let all = hits.all { a { all.label }.href(all.href) }
        }
        .class("group")
        RowList {
          ForEach(hits.hits) { hit in
            Row(href: hit.href, title: hit.name.text) {
              if let lead = hit.lead { AnyHTML(lead) }
              RowText(hit.name, direction: .auto) { hit.note }
              if !hit.end.isEmpty {
                RowEnd {
                  hit.end
                  if let moment = hit.time {
                    small { time { moment.label }.datetime(moment.exact) }
                  }
                }
              }
            }
          }
        }
      }
      .class(guide.name).aria(.labelledby, "\(guide.name)-title")
    }
  }
}
