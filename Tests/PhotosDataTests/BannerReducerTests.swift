import Foundation
import Testing

@testable import PhotosData

/// The banner's data store, as §3.6 of the original's behaviour has it.
@Suite struct BannerReducerTests {
  private static let new = Banner(title: "New")

  private func reduced(_ actions: PhotosAction...) -> PhotosState.BannerState {
    actions.reduce(PhotosState(), PhotosReducer.reduce(state:action:)).banner
  }

  private static let submit = PhotosAction.ui(.bannerUpdate(.onTapSubmitButton(banner: new)))
  private static func uploaded(_ result: Result<Banner, NetworkError>) -> PhotosAction {
    .data(.bannerDataStore(.didUploadBanner(result: result)))
  }

  @Test func `at first it says Banner`() {
    let state = PhotosState().banner
    #expect(state.banner == Banner(title: "Banner"))
    #expect(state.networkState == .notStarted)
  }

  @Test func `submitting starts an upload, and changes nothing yet`() {
    let state = reduced(Self.submit)
    #expect(state.networkState == .inProgress)
    #expect(state.banner == Banner())
    #expect(state.submitted == Self.new)
  }

  @Test func `while one is uploaded no other is`() {
    let other = PhotosAction.ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "Other"))))
    #expect(reduced(Self.submit, other) == reduced(Self.submit))
  }

  @Test func `a success is the new banner`() {
    let state = reduced(Self.submit, Self.uploaded(.success(Self.new)))
    #expect(state.banner == Self.new)
    #expect(state.networkState == .finished(.success(Self.new)))
    #expect(state.submitted == nil)
  }

  @Test func `a failure changes nothing, and keeps what was submitted`() {
    let state = reduced(Self.submit, Self.uploaded(.failure(.intentionalFailure)))
    #expect(state.banner == Banner())
    #expect(state.networkState == .finished(.failure(.intentionalFailure)))
    #expect(state.submitted == Self.new)
  }

  @Test func `an error can be dismissed`() {
    let state = reduced(
      Self.submit, Self.uploaded(.failure(.intentionalFailure)),
      .ui(.bannerUpdate(.onTapDismissErrorButton)))
    #expect(state == PhotosState().banner)
  }

  @Test func `dismissing ends no upload`() {
    #expect(
      reduced(Self.submit, .ui(.bannerUpdate(.onTapDismissErrorButton))) == reduced(Self.submit))
  }

  @Test func `after a failure one can submit again`() {
    let state = reduced(
      Self.submit, Self.uploaded(.failure(.failed("No."))), Self.submit,
      Self.uploaded(.success(Self.new)))
    #expect(state.banner == Self.new)
  }

  @Test func `a kept banner does not overwrite a newer one`() {
    let load = PhotosAction.data(.bannerDataStore(.didLoadBanner(banner: Banner(title: "Old"))))
    #expect(reduced(load).banner.title == "Old")
    #expect(reduced(Self.submit, Self.uploaded(.success(Self.new)), load).banner == Self.new)
  }

  @Test func `errors have words`() {
    #expect(
      NetworkError.intentionalFailure.localizedDescription
        == "This is an expected error used for testing error handling.")
    #expect(NetworkError.failed("The disk is full.").localizedDescription == "The disk is full.")
  }
}
