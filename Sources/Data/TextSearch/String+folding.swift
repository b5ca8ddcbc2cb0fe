import Foundation

extension String {
  /// The text without differences in case, diacritics and width.
  var foldedForLookup: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
