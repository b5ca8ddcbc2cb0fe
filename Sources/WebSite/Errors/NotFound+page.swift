import ImmutableUI
import Look

extension NotFound {
  /// There is nothing at an address.
  static let page = NotFound(
    title: "The tracks end here", message: "There is no page at this address.", ways: [])

  /// There is nothing at an address, but somebody may have meant a guide.
  static func page(near target: Target) -> NotFound {
    guard let guide = Guide(near: target.path.first ?? "") else { return page }
    return NotFound(
      title: page.title, message: "\(page.message) Did you mean \(guide.label)?",
      ways: [Way(label: guide.label, href: guide.href)])
  }
}

extension Guide {
  /// The guide that somebody may have meant, who typed something like its
  /// name.
  fileprivate init?(near typed: String) {
    // What is longer means something else.
    let typed = typed.lowercased()
    guard typed.utf8.count <= 20 else { return nil }
    let near = Guide.allCases.flatMap { guide in
      guide.names.map { (guide: guide, edits: editDistance(from: typed, to: $0)) }
    }
    .min { $0.edits < $1.edits }
    guard let near, near.edits <= 2, near.edits * 3 <= typed.utf8.count else { return nil }
    self = near.guide
  }

  /// What people call it.
  private var names: [String] {
    switch self {
    case .animals: ["animals"]
    case .quakes: ["quakes", "earthquakes"]
    case .breeds: ["breeds", "dogs"]
    case .photos: ["photos", "pictures"]
    }
  }
}
