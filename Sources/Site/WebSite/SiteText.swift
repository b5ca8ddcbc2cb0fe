import ImmutableUI
import Markup

/// The texts of a site that are shown on every page or on the front page.
///
/// ```swift
/// let text = SiteText(
///   "Plants", summary: "The plants of our garden.", headline: "What grows in our garden",
///   footer: "Run by the garden club.")
/// ```
public struct SiteText: Sendable {
  /// The name, in window titles and beside the navigation.
  public var name: String
  /// A description for search engines and link previews, in one sentence.
  public var summary: String
  /// The heading of the front page.
  public var headline: String
  /// The paragraph below the heading.
  public var introduction: String
  /// The first line of the footer.
  public var footer: String
  /// The front page; `nil` for an excerpt of each guide.
  var front: (@Sendable ([any Guide]) -> any PageSource<StartPage>)?
  /// The content of error pages; `nil` for that of every site.
  var errorPage: (@Sendable (ErrorText) -> any HTML)?

  /// - Parameters:
  ///   - name: the name of the site.
  ///   - summary: a description in one sentence; by default the name.
  ///   - headline: the heading of the front page; by default the name.
  ///   - introduction: the paragraph below the heading.
  ///   - footer: the first line of the footer.
  public init(
    _ name: String, summary: String? = nil, headline: String? = nil, introduction: String = "",
    footer: String = ""
  ) {
    self.name = name
    self.summary = summary ?? name
    self.headline = headline ?? name
    self.introduction = introduction
    self.footer = footer
  }
}
