public import Markup

/// The search field of a page's head. Enter submits it as a GET request, so that each
/// result has a URL that can be bookmarked.
///
/// ```swift
/// import Markup
///
/// let field = SearchField("Search animals", action: Href(path: ["animals"]), value: "newt")
/// print(field.renderedString())
/// ```
public struct SearchField: Component, Hashable {
  private let label: String
  private let action: Href
  private let id: String
  private let name: String
  private let value: String
  private let hidden: [HiddenField]
  private let problem: String?
  private let isFocused: Bool

  /// - Parameters:
  ///   - label: the name of the field, which it shows while it is empty.
  ///   - action: the URL of the page, without a query.
  ///   - id: the `id` of the field.
  ///   - name: the name of the query item.
  ///   - value: the searched text.
  ///   - hidden: the other items of the query.
  ///   - problem: the reason why the text cannot be searched for; `nil` if it can.
  ///   - isFocused: true if the field has the focus when the page opens.
  public init(
    _ label: String, action: Href, id: String = "search", name: String = "search",
    value: String = "", hidden: [HiddenField] = [], problem: String? = nil,
    isFocused: Bool = false
  ) {
    self.label = label
    self.action = action
    self.id = id
    self.name = name
    self.value = value
    self.hidden = hidden
    self.problem = problem
    self.isFocused = isFocused
  }

  public var body: some HTML {
    form {
      Icon(.search)
      input().type(.search).id(id).name(name).value(value).dir(.auto).autofocus(isFocused)
        .placeholder(label).aria(.label, label)
        .aria(.invalid, problem == nil ? nil : "true")
        .aria(.describedby, problem == nil ? nil : "\(id)-error")
      ForEach(hidden) { $0 }
      FieldErrorText(problem, id: id)
    }
    .class("search-field").get(action).role("search").aria(.label, label)
  }
}
