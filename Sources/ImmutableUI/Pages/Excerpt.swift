public import Markup

/// A guide's part of the front page: a fragment that is ready
/// for display, and what it was made from.
public struct Excerpt: Sendable {
  private let write: @Sendable (inout ByteWriter) -> Void
  /// What it was made from.
  public let dependencies: [PageDependencies]
  /// The time at which it expires even if its dependencies holds, since it tells the
  /// time, in seconds since 1970; `nil` for never.
  public let expires: Int?

  /// - Parameters:
  ///   - id: the name of the fragment, which is the `id` of the presenter's
  ///     element.
  ///   - presenter: the content.
  ///   - dependencies: what it was made from.
  ///   - expires: the time at which it expires, in seconds since 1970.
  public init(
    _ id: String, _ presenter: some Presenter, dependencies: [PageDependencies], expires: Int? = nil
  ) {
    write = { Fragment(id, presenter).render(into: &$0) }
    self.dependencies = dependencies
    self.expires = expires
  }

  /// The content as a fragment.
  public var content: some HTML { Content(write: write) }

  private struct Content: HTML, Sendable {
    let write: @Sendable (inout ByteWriter) -> Void

    func render(into writer: inout ByteWriter) { write(&writer) }
  }
}
