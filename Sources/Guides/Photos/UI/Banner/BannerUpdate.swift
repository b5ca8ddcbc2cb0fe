import Foundation
import ImmutableUI
import PhotosData

/// The banner, and the dialog that updates it.
///
/// The page and the dialog share one source of truth: the view state of the
/// dialog is a part of the page's, and its store is scoped out of the page's
/// store.
enum BannerUpdate {
  /// The title of the dialog.
  static let title = "Update banner"
}

extension BannerUpdate {
  /// An action in the dialog. Keystrokes send none: until the form is submitted,
  /// the working copy lives in the browser.
  enum Action: Hashable, Sendable {
    case submit(title: String)
    case dismissError
  }

  /// The text entered into a dialog that is redisplayed.
  struct Draft: Hashable, Sendable {
    var title: String
    /// The validation error, as a sentence.
    var problem: String?
    /// The reason why a valid title was refused, as a sentence.
    var refusal: String?
  }
}

extension BannerUpdate {
  /// The state of the banner, ready for display.
  struct ViewState: Hashable, Sendable {
    /// The title of the banner.
    let title: String
    /// The content of the field.
    let workingCopy: String
    /// The validation error of the working copy, as a sentence.
    let problem: String?
    /// True if a change is being uploaded.
    let isInProgress: Bool
    /// The error of the last upload, as a sentence.
    let error: String?

    /// True if the dialog can be cancelled. Closing it does not cancel an
    /// upload.
    var dismissable: Bool { !isInProgress }
  }
}

extension BannerUpdate.ViewState {
  init(_ state: PhotosState.BannerState, draft: BannerUpdate.Draft?) {
    let error: String? =
      if case .finished(.failure(let error)) = state.networkState {
        error.localizedDescription
      } else {
        nil
      }
    let isInProgress = state.networkState == .inProgress
    self.init(
      title: state.banner.title,
      // Shows the title that is being uploaded, or that failed to upload.
      workingCopy: draft?.title ?? state.submitted?.title ?? state.banner.title,
      problem: draft?.problem,
      isInProgress: isInProgress && draft?.refusal == nil,
      error: draft?.refusal ?? error)
  }
}
