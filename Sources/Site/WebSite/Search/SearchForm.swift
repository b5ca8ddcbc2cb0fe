import ImmutableUI
import Look
import Markup

/// The field that searches all guides, in the content of a page. The head of every page has
/// a similar one.
struct SearchForm: Component {
  let text: String
  /// The reason why the text cannot be searched for; `nil` if it can.
  var problem: String?
  var isFocused = false

  private static let id = "search"

  var body: some HTML {
    form {
      input().type(.search).id(Self.id).name(SearchLocation.item).value(text).dir(.auto)
        .autofocus(isFocused).aria(.label, "Search everything")
        .aria(.invalid, problem == nil ? nil : "true")
        .aria(.describedby, problem == nil ? nil : "\(Self.id)-error")
      button { Icon(.search) }.aria(.label, "Search")
    }
    .class("seek").get(SiteRoute.search().href).role("search").aria(.label, "Search this site")
    FieldErrorText(problem, id: Self.id)
  }
}
