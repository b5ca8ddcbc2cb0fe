/// The texts of a site that stand on every page, or on the front page.
public struct SiteText: Sendable {
  /// The name, in the titles of windows and beside the navigation.
  public var name: String
  /// A sentence for search engines and previews of links.
  public var summary: String
  /// The heading of the front page.
  public var headline: String
  /// The paragraph below it.
  public var introduction: String
  /// The first line of the footer.
  public var footer: String

  /// - Parameters:
  ///   - name: the name of the site.
  ///   - summary: a sentence about it; by default the name.
  ///   - headline: the heading of the front page; by default the name.
  ///   - introduction: the paragraph below it; by default the summary.
  ///   - footer: the first line of the footer.
  public init(
    _ name: String, summary: String? = nil, headline: String? = nil, introduction: String? = nil,
    footer: String = ""
  ) {
    self.name = name
    self.summary = summary ?? name
    self.headline = headline ?? name
    self.introduction = introduction ?? summary ?? ""
    self.footer = footer
  }
}
