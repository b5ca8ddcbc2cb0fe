package import ImmutableUI
package import Markup

/// The root of a guide whose changes are kept.
package protocol ChangesRoot: Root {
  /// True if changes are kept.
  var keepsChanges: Bool { get }

  /// Returns the source of the page with the changes of guides that keep some.
  static func changes(of roots: [any ChangesRoot]) -> any ChangesPages
}

/// The source of the page of the changes of all guides.
package protocol ChangesPages: PageSource where Location: QueryLocation {}

extension Href {
  /// Returns the address of the page of the changes of all guides.
  package static func changes(_ query: [(name: String, value: String)] = []) -> Href {
    Href(path: ["changes"], query: query)
  }
}

extension ChangesPages {
  /// Returns the location that a query selects, and its address.
  func page(of query: NamedValues) throws(SiteError) -> (location: Location, address: Href) {
    do throws(MalformedRequest) {
      let location = try Location(parsing: query)
      return (location, .changes(location.queryItems))
    } catch {
      throw .malformed(error)
    }
  }
}

extension Guide {
  /// The root, if changes of the guide are kept.
  var changesRoot: (any ChangesRoot)? {
    (root as? any ChangesRoot).flatMap { $0.keepsChanges ? $0 : nil }
  }
}

extension [any Guide] {
  /// The source of the page of the changes of the guides; `nil` if none are kept.
  var changes: (any ChangesPages)? {
    let roots = compactMap { $0.changesRoot }
    return roots.first.map { type(of: $0).changes(of: roots) }
  }
}
