import Foundation
import ImmutableUI
import PhotosData

extension PhotosPage {
  /// All that the page depends on, read at one moment.
  ///
  /// On a screen these would be streams whose latest values have to be
  /// combined again and again. A request needs no stream: it reads one
  /// snapshot of the store, its own address, what was typed and the time,
  /// each of which has a value from the start, and `ViewState(combining:)`
  /// makes of them what is shown. That is a function of plain values, so
  /// equal inputs give equal pages, and there is no order of arrival to test.
  struct Inputs: Hashable, Sendable {
    /// The photos of the page, after searching.
    var photos: PhotosAnswer
    /// How far asking for them has come.
    var progress: PhotosProgress
    /// The banner, and what became of the last change of it.
    var banner: PhotosState.BannerState
    /// Search text, count, page, sheet and notice.
    var location: PhotosLocation
    /// What was typed into the sheet, and what is wrong with it.
    var typed: BannerUpdate.Typed?
    var now: Date
  }

  /// Reads the inputs.
  struct Container: ImmutableUI.Container {
    let location: PhotosLocation
    var typed: BannerUpdate.Typed?
    let now: Date

    func viewState(_ select: SelectPhotos) -> ViewState {
      ViewState(
        combining: Inputs(
          photos: select(.photosValues(PhotosQuestion(location))),
          progress: select(.progress),
          banner: select(.banner),
          location: location, typed: typed, now: now))
    }
  }
}
