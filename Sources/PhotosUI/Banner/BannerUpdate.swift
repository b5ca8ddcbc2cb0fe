import Foundation
import ImmutableUI
import PhotosData

/// The banner, and the sheet in which it is changed.
///
/// The page and the sheet share one truth: the sheet's view state is a part
/// of the page's, and its store is scoped out of the page's store.
enum BannerUpdate {
  /// What the sheet is called.
  static let title = "Update banner"
}

extension BannerUpdate {
  /// What can be done in the sheet. There is none for each letter: until the
  /// form is sent, the working copy is in the browser's field.
  enum Action: Hashable, Sendable {
    case submit(title: String)
    case dismissError
  }

  /// What was typed into the sheet.
  struct Typed: Hashable, Sendable {
    var title: String
    /// What is wrong with it, as a sentence.
    var problem: String?
    /// Why it was not taken, as a sentence, where nothing is wrong with it.
    var refusal: String?
  }
}

extension BannerUpdate {
  /// What is shown of the banner, ready for display.
  struct ViewState: Hashable, Sendable {
    /// What the banner says.
    let title: String
    /// What stands in the field.
    let workingCopy: String
    /// What is wrong with the working copy, as a sentence.
    let problem: String?
    /// Whether a change is being uploaded.
    let isInProgress: Bool
    /// Why the last change could not be uploaded, as a sentence.
    let error: String?

    /// Whether there is something to give up. Leaving ends no upload.
    var dismissable: Bool { !isInProgress }
  }
}

extension BannerUpdate.ViewState {
  init(_ state: PhotosState.BannerState, typed: BannerUpdate.Typed?) {
    let error: String? =
      if case .finished(.failure(let error)) = state.networkState {
        error.localizedDescription
      } else {
        nil
      }
    let isInProgress = state.networkState == .inProgress
    self.init(
      title: state.banner.title,
      // While it is uploaded, what is uploaded; what failed is not lost.
      workingCopy: typed?.title ?? state.submitted?.title ?? state.banner.title,
      problem: typed?.problem,
      isInProgress: isInProgress && typed?.refusal == nil,
      error: typed?.refusal ?? error)
  }
}
