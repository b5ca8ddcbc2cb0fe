public import Markup

/// A form that filters a page. It is submitted as a GET request, so that each
/// result has a URL that can be bookmarked.
///
/// ```swift
/// import Markup
///
/// let filter = FilterBar("Filter animals", action: Href(path: ["animals"])) {
///   Field("Search animals", id: "search") { _ in
///     input().type(.search).id("search").name("search")
///   }
/// }
/// print(filter.renderedString())
/// ```
public struct FilterBar<Fields: HTML>: Component {
  private let label: String
  private let action: Href
  private let submit: String
  private let isChecked: Bool
  private let fields: Fields

  /// - Parameters:
  ///   - label: the name of the form for assistive technology.
  ///   - action: the URL of the page, without a query.
  ///   - submit: the label of the button.
  ///   - isChecked: a Boolean value that indicates whether the browser checks
  ///     the fields before it submits them.
  ///   - fields: the fields of the form.
  public init(
    _ label: String, action: Href, submit: String = "Filter", isChecked: Bool = true,
    @HTMLBuilder fields: () -> Fields
  ) {
    self.label = label
    self.action = action
    self.submit = submit
    self.isChecked = isChecked
    self.fields = fields()
  }

  public var body: some HTML {
    form {
      fields
      button { submit }.class("button primary")
    }
    .class("filter").get(action).role("search").aria(.label, label).novalidate(!isChecked)
  }
}
