public import Markup

/// A guide's part of the front page, with its dependencies.
///
/// ```swift
/// import Markup
///
/// struct Latest: Presenter {
///   let state: String
///   var body: some HTML { section { h2 { state } }.id("animals") }
/// }
///
/// let excerpt = Excerpt("animals", Latest(state: "Otter"), dependencies: [])
/// print(excerpt.content.renderedString())
/// ```
public struct Excerpt: Sendable {
  private let write: @Sendable (inout ByteWriter) -> Void
  /// The dependencies of the content.
  public let dependencies: [PageDependencies]
  /// The time at which the excerpt expires even if its dependencies are up to
  /// date, because it displays the time; in seconds since 1970, `nil` for
  /// never.
  public let expires: Int?
  /// True if the excerpt has the whole width of the page, above those that are cards.
  public let isWide: Bool

  /// - Parameters:
  ///   - id: The name of the fragment, which is the `id` of the presenter's
  ///     element.
  ///   - presenter: The content.
  ///   - dependencies: The dependencies of the content.
  ///   - expires: The time at which the excerpt expires, in seconds since 1970.
  ///   - isWide: True for the whole width of the page, as a map needs it.
  public init(
    _ id: String, _ presenter: some Presenter, dependencies: [PageDependencies],
    expires: Int? = nil, isWide: Bool = false
  ) {
    write = { Fragment(id, presenter).render(into: &$0) }
    self.dependencies = dependencies
    self.expires = expires
    self.isWide = isWide
  }

  /// The content as a fragment.
  public var content: some HTML { Content(write: write) }

  private struct Content: HTML, Sendable {
    let write: @Sendable (inout ByteWriter) -> Void

    func render(into writer: inout ByteWriter) { write(&writer) }
  }
}
