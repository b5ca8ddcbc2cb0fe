public import ImmutableUI
import Look

/// The names of the parts of an address.
enum PhotosName: String {
  case query = "q"
  case count
  case page
  case sheet
  case notice
}

extension PhotosLocation {
  /// Reads a place from an address.
  ///
  /// - Throws: what in it makes no sense.
  public init(parsing values: NamedValues) throws(MalformedRequest) {
    self.init()
    var reader = ValueReader(values)
    query = reader.queryText(PhotosName.query.rawValue) ?? ""
    showsPhotoCount = reader.choice(PhotosName.count.rawValue, as: Switch.self) == .on
    if let text = reader.text(PhotosName.page.rawValue) {
      if let number = Int(text), (1...1_000_000).contains(number) {
        page = number
      } else {
        reader.reject(
          "“\(PhotosName.page.rawValue)” is “\(text.prefix(bytes: 60))”. It has to be a number from 1 to "
            + "1000000.")
      }
    }
    sheet = reader.choice(PhotosName.sheet.rawValue)
    notice = reader.choice(PhotosName.notice.rawValue)
    try reader.finish()
    let names: [PhotosName] = [.query, .count, .page, .sheet, .notice]
    hasRedundantItems = names.contains { values.values(of: $0.rawValue) == [""] }
  }

  /// The parts of the address, without what goes without saying.
  public var queryItems: [(name: String, value: String)] {
    let items: [(PhotosName, String?)] = [
      (.query, query.isEmpty ? nil : query),
      (.count, showsPhotoCount ? Switch.on.rawValue : nil),
      (.page, page > 1 ? String(page) : nil),
      (.sheet, sheet?.rawValue),
      (.notice, notice?.rawValue),
    ]
    return items.compactMap { name, value in value.map { (name.rawValue, $0) } }
  }

  /// What a form has to send beside its own field to stay here.
  func fields(beside field: PhotosName? = nil) -> [HiddenField] {
    queryItems.filter { $0.name != field?.rawValue }.map { HiddenField($0.name, $0.value) }
  }
}

/// A switch is in the address where it is on.
private enum Switch: String, CaseIterable {
  case on
}
