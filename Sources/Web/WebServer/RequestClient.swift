/// The client of a request, as far as guides take turns by it.
///
/// ```swift
/// let client = RequestClient(address: "192.0.2.1", userAgent: "ExampleBot/1.0")
/// print(client.isCrawler)  // true
/// ```
public struct RequestClient: Codable, Hashable, Sendable {
  /// The IP address as text; `local` on a Unix socket.
  public let address: String
  /// True for a program that collects pages, such as that of a search engine.
  public let isCrawler: Bool

  /// The client whose page the current task prepares; `nil` outside requests.
  @TaskLocal public static var current: RequestClient?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - address: the IP address as text.
  ///   - userAgent: the value of the field `User-Agent`. Every browser has one.
  public init(address: String, userAgent: String?) {
    self.address = address
    let name = userAgent?.lowercased() ?? "bot"
    isCrawler = Self.marks.contains(where: name.contains)
  }

  /// Parts of the names of crawlers and of programs that make previews.
  private static let marks = [
    "bot", "crawl", "spider", "slurp", "preview", "externalhit", "embedly", "http://", "https://",
  ]
}
