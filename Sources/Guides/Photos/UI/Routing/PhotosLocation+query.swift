public import ImmutableUI
import Look

/// The names of the query items.
enum PhotosQueryItem: String {
  case query = "q"
  case count
  case page
  case sheet
  case notice
}

extension PhotosLocation {
  /// Parses a location from the query of an address.
  ///
  /// - Throws: `MalformedRequest` if a query item is invalid.
  public init(parsing values: NamedValues) throws(MalformedRequest) {
    self.init()
    var reader = ValueReader(values)
    query = reader.queryText(PhotosQueryItem.query.rawValue, tooLong: &rejectedQuery) ?? ""
    showsPhotoCount = reader.choice(PhotosQueryItem.count.rawValue, as: Switch.self) == .on
    if let text = reader.text(PhotosQueryItem.page.rawValue) {
      if let number = Int(text), (1...1_000_000).contains(number) {
        page = number
      } else {
        reader.reject(
          "“\(PhotosQueryItem.page.rawValue)” is “\(text.prefix(bytes: 60))”. Enter a number from 1 to "
            + "1000000.")
      }
    }
    sheet = reader.choice(PhotosQueryItem.sheet.rawValue)
    notice = reader.choice(PhotosQueryItem.notice.rawValue)
    try reader.finish()
    let names: [PhotosQueryItem] = [.query, .count, .page, .sheet, .notice]
    hasRedundantItems = names.contains { values.values(of: $0.rawValue) == [""] }
  }

  /// The query items, without default values.
  public var queryItems: [(name: String, value: String)] {
    let items: [(PhotosQueryItem, String?)] = [
      (.query, query.isEmpty ? nil : query),
      (.count, showsPhotoCount ? Switch.on.rawValue : nil),
      (.page, page > 1 ? String(page) : nil),
      (.sheet, sheet?.rawValue),
      (.notice, notice?.rawValue),
    ]
    return items.compactMap { name, value in value.map { (name.rawValue, $0) } }
  }

  /// Returns the hidden fields with which a form stays at this location, except
  /// its own field.
  func fields(beside field: PhotosQueryItem? = nil) -> [HiddenField] {
    queryItems.filter { $0.name != field?.rawValue }.map { HiddenField($0.name, $0.value) }
  }
}

/// The value of a query item that is present only if a switch is on.
private enum Switch: String, CaseIterable {
  case on
}
