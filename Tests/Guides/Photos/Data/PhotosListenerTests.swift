import Foundation
import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import PhotosData

@Suite(.timeLimit(.minutes(1)))
struct PhotosListenerTests {
  /// The calls of the provider and the uploader.
  private final class Calls: Sendable {
    let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  private let calls = Calls()
  private let store = PhotosStore()
  private static let appear = PhotosAction.ui(.photoList(.onAppear(now: noon)))

  private func listen(
    fetch: @escaping @Sendable () async throws -> FetchedPhotos = { .hellos(2) },
    uploader: BannerUploader = BannerUploader { _ in }
  ) -> PhotosListener {
    let calls = calls
    let provider = PhotosProvider {
      calls.note("fetch")
      return try await fetch()
    }
    let listener = PhotosListener(
      provider: provider,
      uploader: BannerUploader { banner in
        calls.note("upload \(banner.title)")
        try await uploader.upload(banner)
      })
    listener.listen(to: store)
    return listener
  }

  /// Brings kept photos into the store, as its log does at the start.
  private func load(_ photos: FetchedPhotos) async throws {
    try await store.dispatch(action: .data(.loaded(photos: photos, banner: nil)))
  }

  private func actions(_ count: Int) async throws -> [PhotosAction] {
    let store = store
    try await eventually("\(count) actions were dispatched") { store.actions.count >= count }
    return store.actions
  }

  @Test func `The first visit fetches the photos`() async throws {
    let listener = listen()
    try await store.dispatch(action: Self.appear)
    #expect(
      try await actions(2) == [
        Self.appear, .data(.provider(.didFetchPhotos(result: .success(photos: .hellos(2))))),
      ])
    await listener.stop().value
    #expect(calls.all == ["fetch"])
  }

  @Test func `Kept photos are not fetched`() async throws {
    let listener = listen()
    try await load(.hellos(3, fetched: noon - 3_000))
    try await store.dispatch(action: Self.appear)
    await listener.stop().value
    #expect(calls.all.isEmpty)
    #expect(store.snapshot.state.photos.status == .success)
  }

  @Test func `Expired photos are shown while newer ones are fetched`() async throws {
    let gate = Gate()
    let listener = listen {
      await gate.wait()
      return .hellos(4)
    }
    try await load(.hellos(3, fetched: noon - 3_600))
    try await store.dispatch(action: Self.appear)
    #expect(store.snapshot.state.photos.data.count == 3)
    #expect(store.snapshot.state.photos.status == .waiting)
    gate.open()
    _ = try await actions(3)
    #expect(store.snapshot.state.photos.data.count == 4)
    await listener.stop().value
  }

  @Test func `Expired photos and a failed fetch keep the content`() async throws {
    let listener = listen { throw TestError() }
    try await load(.hellos(3, fetched: noon - 9_999))
    try await store.dispatch(action: Self.appear)
    _ = try await actions(3)
    let photos = store.snapshot.state.photos
    #expect(photos.data.count == 3)
    #expect(photos.fetched == noon - 9_999)
    #expect(photos.status == .failure(error: TestError.message))
    await listener.stop().value
  }

  @Test func `Concurrent visits share one request`() async throws {
    let gate = Gate()
    let listener = listen(fetch: {
      await gate.wait()
      return .hellos(1)
    })
    for second in 0..<50 {
      try await store.dispatch(action: .ui(.photoList(.onAppear(now: noon + Double(second)))))
      try await store.dispatch(
        action: .ui(.photoList(.onTapRefreshPhotosButton(now: noon + Double(second)))))
    }
    gate.open()
    _ = try await actions(101)
    await listener.stop().value
    #expect(calls.all == ["fetch"])
  }

  @Test func `A retry fetches again`() async throws {
    let fails = Mutex(true)
    let listener = listen(fetch: {
      guard !fails.withLock({ $0 }) else { throw TestError() }
      return .hellos(1)
    })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(2)
    fails.withLock { $0 = false }
    try await store.dispatch(action: .ui(.photoList(.onTapTryAgainButton(now: noon))))
    _ = try await actions(4)
    await listener.stop().value
    #expect(store.snapshot.state.photos.status == .success)
    #expect(calls.all == ["fetch", "fetch"])
  }

  @Test func `A banner is uploaded while a service is slow`() async throws {
    let gate = Gate()
    let listener = listen(fetch: {
      await gate.wait()
      return .hellos(1)
    })
    try await store.dispatch(action: Self.appear)
    let submit = PhotosAction.ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "New"))))
    try await store.dispatch(action: submit)
    let store = store
    try await eventually("the banner is uploaded") {
      store.snapshot.state.banner.networkState == .finished(.success(Banner(title: "New")))
    }
    #expect(store.snapshot.state.photos.status == .waiting)
    gate.open()
    await listener.stop().value
  }

  @Test func `One banner is uploaded at a time`() async throws {
    let gate = Gate()
    let listener = listen(uploader: BannerUploader { _ in await gate.wait() })
    for title in ["a", "b", "c"] {
      try await store.dispatch(
        action: .ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: title)))))
    }
    gate.open()
    _ = try await actions(4)
    await listener.stop().value
    #expect(calls.all == ["upload a"])
  }

  @Test(arguments: [
    (BannerUploader.failing, NetworkError.intentionalFailure),
    (BannerUploader { _ in throw TestError() }, .failed(TestError.message)),
  ])
  func `An upload can fail`(uploader: BannerUploader, error: NetworkError) async throws {
    let listener = listen(uploader: uploader)
    try await store.dispatch(
      action: .ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "New")))))
    _ = try await actions(2)
    await listener.stop().value
    #expect(store.snapshot.state.banner.networkState == .finished(.failure(error)))
    #expect(store.snapshot.state.banner.banner.title == "")
  }

  @Test func `Stopping waits for an upload in progress`() async throws {
    let gate = Gate()
    let listener = listen(uploader: BannerUploader { _ in await gate.wait() })
    try await store.dispatch(
      action: .ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "New")))))
    let calls = calls
    try await eventually("the upload starts") { calls.all == ["upload New"] }
    let ending = listener.stop()
    gate.open()
    await ending.value
    #expect(
      store.snapshot.state.banner.networkState == .finished(.success(Banner(title: "New"))))
    try await store.dispatch(action: Self.appear)
    #expect(calls.all == ["upload New"], "a stopped listener handles no actions")
  }

  @Test func `Stopping cancels a fetch`() async throws {
    let listener = listen(fetch: {
      try await Task.sleep(for: .seconds(3_600))
      return .hellos(1)
    })
    try await store.dispatch(action: Self.appear)
    let calls = calls
    try await eventually("the fetch starts") { calls.all == ["fetch"] }
    await listener.stop().value
    #expect(!store.snapshot.state.photos.isLoaded)
  }
}
