import ImmutableUI
public import Markup

/// The head of a page: its name, the number of things that it shows, one field, one action,
/// and a menu for the rest.
///
/// ```swift
/// import Markup
///
/// let head = PageHead("Animals", count: "300 in 6 categories") {
///   SearchField("Search animals", action: Href(path: ["animals"]))
///   a { "Add" }.class("button primary").href(Href(path: ["animals", "new"]))
/// }
/// print(head.renderedString())
/// ```
public struct PageHead<Content: HTML>: Component {
  private let title: String
  private let count: String?
  private let short: String?
  private let zone: String?
  private let id: String?
  private let language: String?
  private let content: Content

  /// - Parameters:
  ///   - title: the name of the page.
  ///   - count: the number of things on the page, and which they are; `nil` for none.
  ///   - short: the count for narrow windows; `nil` for the same.
  ///   - zone: the name of the zone of all times, which a script may replace by that of the
  ///     visitor; `nil` to leave it out.
  ///   - id: the `id` of the head, if it is a fragment.
  ///   - language: the language of the name; `nil` for that of the page.
  ///   - content: the field, the action and the menu, each of them optional.
  public init(
    _ title: String, count: String? = nil, short: String? = nil, zone: String? = nil,
    id: String? = nil, language: String? = nil, @HTMLBuilder content: () -> Content
  ) {
    self.title = title
    self.count = count
    self.short = short
    self.zone = zone
    self.id = id
    self.language = language
    self.content = content()
  }

  public var body: some HTML {
    header {
      h1 { title }.dir(.auto).lang(language)
      if let count {
        LivePart("count") {
          p {
            if let short {
              span { count }.class("long")
              span { short }.class("short")
            } else {
              count
            }
            if let zone {
              " · times in "
              span { zone }.data("times", "")
            }
          }
          .class("count").id($0)
        }
      }
      content
    }
    .class("head").id(id)
  }
}
