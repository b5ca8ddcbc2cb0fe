public import ImmutableUI
public import Markup

/// The line under the title of a page, such as the number of records. It is a fragment within the
/// head, so that a change of the number sends nothing else.
///
/// ```swift
/// import ImmutableUI
///
/// print(Fragment(Summary(state: "3 plants")).renderedString())  // <p id="summary">3 plants</p>
/// ```
public struct Summary: FragmentPresenter {
  public static let id = "summary"
  public let state: String

  public init(state: String) {
    self.state = state
  }

  public var body: some HTML { p { state }.id(Self.id) }
}
