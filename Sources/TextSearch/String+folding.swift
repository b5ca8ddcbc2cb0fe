import Foundation

extension String {
  /// The text without differences that do not matter to those who look for it:
  /// case, accents and width.
  var foldedForLookup: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
