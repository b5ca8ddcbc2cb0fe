import Foundation

/// The detail feed of an event: its products, of which a report consists.
///
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson_detail.php
struct EventDetail {
  let updated: Date?
  private let products: JSONValue

  /// - Throws: `RemoteStoreError` if the document is malformed or has no products.
  init(_ bytes: [UInt8]) throws(RemoteStoreError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(bytes)
    } catch {
      throw RemoteStoreError(error)
    }
    let properties = document["properties"]
    guard case .object = properties["products"] else { throw .noDetail }
    products = properties["products"]
    updated = Date(feedTime: properties["updated"].number)
  }

  /// Returns the products of a type, the preferred one first: that of the highest
  /// weight, then the latest. Deleted ones are left out, and so are scenarios, which are
  /// about no real event.
  func products(_ type: String) -> [Product] {
    let all = products[type].elements.compactMap(Product.init)
    let deletions = all.filter(\.isDeletion)
    return all.filter { product in
      !product.isDeletion && !product.isScenario
        && !deletions.contains { $0.identity == product.identity && $0.version >= product.version }
    }
    .sorted { ($0.weight, $0.version) > ($1.weight, $1.version) }
  }
}

extension EventDetail {
  /// A product of one of the contributors.
  struct Product {
    private let value: JSONValue
    /// The time of its update in milliseconds.
    let version: Double

    fileprivate init?(_ value: JSONValue) {
      guard let version = value["updateTime"].number else { return nil }
      self.value = value
      self.version = version
    }

    var properties: JSONValue { value["properties"] }
    var isDeletion: Bool { value["status"].text?.uppercased() == "DELETE" }
    fileprivate var identity: [String?] { [value["source"].text, value["code"].text] }
    fileprivate var weight: Double { value["preferredWeight"].number ?? 0 }

    fileprivate var isScenario: Bool {
      properties["event-type"].text?.uppercased() == "SCENARIO"
    }

    /// Returns the text of the product itself.
    var text: String? { value["contents"][""]["bytes"].text }

    /// Returns the first of these files that is small enough to be fetched, or else the first
    /// one; `nil` if there is none.
    ///
    /// - Parameter names: the names, the preferred one first.
    func file(_ names: String...) -> File? {
      let files = names.compactMap { name -> File? in
        let file = value["contents"][name]
        guard let address = file["url"].text, let url = URL(string: address),
          // The service moves its products between these folders.
          !url.path.split(separator: "/").contains(".."),
          ["/product/", "/archive/product/", "/realtime/product/"].contains(
            where: url.path.hasPrefix)
        else { return nil }
        return File(
          path: url.path,
          isTooLarge: file["length"].number ?? 0 > Double(RemoteStore.partLimit))
      }
      return files.first { !$0.isTooLarge } ?? files.first
    }

    /// A file of a product.
    struct File: Hashable {
      let path: String
      let isTooLarge: Bool
    }
  }
}
