import Foundation
import ImmutableUI
import Markup

extension QuakesLocation {
  /// Returns the id of the Atom feed with the filter: the first half of the random id of the
  /// installation with a digest of the filter.
  ///
  /// A feed keeps its id at another address, such as a new public origin. The ids of
  /// two installations differ, those of instances with the same data do not.
  func feedId(from id: UUID) -> String {
    var digest = Digest()
    digest.update(QuakesRoute.export(.atom, self).href.text)
    // The digit after the third hyphen is the variant of all random ids (RFC 9562).
    let random = id.uuidString.lowercased().prefix(20)
    let digits = digest.text.dropFirst()
    return "urn:uuid:\(random)\(digits.prefix(3))-\(digits.dropFirst(3))"
  }
}
