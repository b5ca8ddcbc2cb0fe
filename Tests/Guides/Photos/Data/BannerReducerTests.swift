import Foundation
import Testing

@testable import PhotosData

/// The store of the banner, with the behaviour of the original.
@Suite struct BannerReducerTests {
  private static let new = Banner(title: "New")

  private func reduced(_ actions: PhotosAction...) -> PhotosState.BannerState {
    actions.reduce(PhotosState(), PhotosReducer.reduce(state:action:)).banner
  }

  private static let submit = PhotosAction.ui(.bannerUpdate(.onTapSubmitButton(banner: new)))
  private static let kept = PhotosAction.data(.log([.banner(new)]))
  private static func uploaded(_ result: Result<Banner, NetworkError>) -> PhotosAction {
    .data(.bannerDataStore(.didUploadBanner(result: result)))
  }

  @Test func `The first banner is the default one`() {
    let state = PhotosState().banner
    #expect(state.banner == Banner(title: ""))
    #expect(state.networkState == .notStarted)
  }

  @Test func `Submitting starts an upload and changes nothing yet`() {
    let state = reduced(Self.submit)
    #expect(state.networkState == .inProgress)
    #expect(state.banner == Banner())
    #expect(state.submitted == Self.new)
  }

  @Test func `A second upload does not start while one is in progress`() {
    let other = PhotosAction.ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "Other"))))
    #expect(reduced(Self.submit, other) == reduced(Self.submit))
  }

  @Test func `A success changes the banner`() {
    let state = reduced(Self.submit, Self.kept, Self.uploaded(.success(Self.new)))
    #expect(state.banner == Self.new)
    #expect(state.networkState == .finished(.success(Self.new)))
    #expect(state.submitted == nil)
  }

  @Test func `A failure keeps the banner and the submitted title`() {
    let state = reduced(Self.submit, Self.uploaded(.failure(.intentionalFailure)))
    #expect(state.banner == Banner())
    #expect(state.networkState == .finished(.failure(.intentionalFailure)))
    #expect(state.submitted == Self.new)
  }

  @Test func `An error can be dismissed`() {
    let state = reduced(
      Self.submit, Self.uploaded(.failure(.intentionalFailure)),
      .ui(.bannerUpdate(.onTapDismissErrorButton)))
    #expect(state == PhotosState().banner)
  }

  @Test func `Dismissing does not end an upload`() {
    #expect(
      reduced(Self.submit, .ui(.bannerUpdate(.onTapDismissErrorButton))) == reduced(Self.submit))
  }

  @Test func `A failed upload can be submitted again`() {
    let state = reduced(
      Self.submit, Self.uploaded(.failure(.failed("No."))), Self.submit, Self.kept,
      Self.uploaded(.success(Self.new)))
    #expect(state.banner == Self.new)
  }

  @Test func `A success does not overwrite a newer banner of another instance`() {
    let newer = Banner(title: "Newer")
    let state = reduced(
      Self.submit, Self.kept, .data(.log([.banner(newer)])), Self.uploaded(.success(Self.new)))
    #expect(state.banner == newer)
  }

  @Test func `Each error has a message`() {
    #expect(
      NetworkError.intentionalFailure.localizedDescription
        == "This is an expected error used for testing error handling.")
    #expect(NetworkError.failed("The disk is full.").localizedDescription == "The disk is full.")
  }
}
