import Foundation
import GRDB
import ImmutableData
import Storage
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
    load: @escaping @Sendable () throws -> FetchedPhotos? = { nil },
    fetch: @escaping @Sendable () async throws -> FetchedPhotos = { .hellos(2) },
    save: @escaping @Sendable () throws -> Void = {},
    banner: Banner? = nil, uploader: BannerUploader = BannerUploader { _ in }
  ) -> PhotosListener {
    let calls = calls
    let provider = PhotosProvider(
      load: {
        calls.note("load")
        return try load()
      },
      fetch: {
        calls.note("fetch")
        return try await fetch()
      },
      save: { _ in
        calls.note("save")
        try save()
      },
      loadBanner: { banner })
    let listener = PhotosListener(
      provider: provider,
      uploader: BannerUploader { banner in
        calls.note("upload \(banner.title)")
        try await uploader.upload(banner)
      })
    listener.listen(to: store)
    return listener
  }

  private func actions(_ count: Int) async throws -> [PhotosAction] {
    let store = store
    try await eventually("\(count) actions were dispatched") { store.actions.count >= count }
    return store.actions
  }

  @Test func `The first visit reads the disk, fetches and stores the photos`()
    async throws
  {
    let listener = listen()
    try await store.dispatch(action: Self.appear)
    #expect(
      try await actions(4) == [
        Self.appear,
        .data(.provider(.didLoadPhotos(result: .success(photos: nil)))),
        .data(.provider(.didFetchPhotos(result: .success(photos: .hellos(2))))),
        .data(.provider(.didSavePhotos(result: .success))),
      ])
    await listener.stop().value
    #expect(calls.all == ["load", "fetch", "save"])
  }

  @Test func `A file that could not be read is read again later`() async throws {
    let isMended = Atomic<Bool>(false)
    let fail: @Sendable () throws -> Void = {
      if !isMended.load(ordering: .relaxed) { throw NetworkError.intentionalFailure }
    }
    let listener = listen(
      load: {
        try fail()
        return nil
      }, save: fail, banner: Banner(title: "Kept"))
    try await store.dispatch(action: Self.appear)
    _ = try await actions(5)
    #expect(store.snapshot.state.photos.saveError != nil)
    isMended.store(true, ordering: .relaxed)
    // Even if the photos are up to date.
    try await store.dispatch(action: .ui(.photoList(.onTapTryAgainButton(now: noon))))
    try await eventually("the banner was loaded") {
      store.snapshot.state.photos.saveError == nil && store.snapshot.state.photos.isRead
    }
    await listener.stop().value
    #expect(store.snapshot.state.banner.banner == Banner(title: "Kept"))
    #expect(calls.all == ["load", "fetch", "save", "load", "fetch", "save"])
  }

  @Test func `Stored photos are not fetched`() async throws {
    let listener = listen(load: { .hellos(3, fetched: noon - 3_000) })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(2)
    await listener.stop().value
    #expect(calls.all == ["load"])
    #expect(store.snapshot.state.photos.status == .success)
  }

  @Test func `Expired photos are shown while newer ones are fetched`() async throws {
    let gate = Gate()
    let listener = listen(
      load: { .hellos(3, fetched: noon - 3_600) },
      fetch: {
        await gate.wait()
        return .hellos(4)
      })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(2)
    #expect(store.snapshot.state.photos.data.count == 3)
    #expect(store.snapshot.state.photos.status == .waiting)
    gate.open()
    _ = try await actions(4)
    #expect(store.snapshot.state.photos.data.count == 4)
    await listener.stop().value
  }

  @Test func `An expired cache and a failed fetch keep the content`() async throws {
    let listener = listen(
      load: { .hellos(3, fetched: noon - 9_999) }, fetch: { throw TestError() })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(3)
    let photos = store.snapshot.state.photos
    #expect(photos.data.count == 3)
    #expect(photos.fetched == noon - 9_999)
    #expect(photos.status == .failure(error: TestError.message))
    await listener.stop().value
    #expect(calls.all == ["load", "fetch"], "a failed fetch is not stored")
  }

  @Test func `A broken disk does not prevent a fetch`() async throws {
    let listener = listen(load: { throw TestError() })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(4)
    await listener.stop().value
    #expect(store.snapshot.state.photos.data.count == 2)
    #expect(store.snapshot.state.photos.status == .success)
  }

  @Test func `Photos that cannot be stored are shown with the error`() async throws {
    let listener = listen(save: { throw TestError() })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(4)
    await listener.stop().value
    #expect(store.snapshot.state.photos.status == .success)
    #expect(store.snapshot.state.photos.saveError == TestError.message)
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
    _ = try await actions(103)
    await listener.stop().value
    #expect(calls.all == ["load", "fetch", "save"])
  }

  @Test func `A retry fetches again and does not read the disk`() async throws {
    let fails = Mutex(true)
    let listener = listen(fetch: {
      guard !fails.withLock({ $0 }) else { throw TestError() }
      return .hellos(1)
    })
    try await store.dispatch(action: Self.appear)
    _ = try await actions(3)
    fails.withLock { $0 = false }
    try await store.dispatch(action: .ui(.photoList(.onTapTryAgainButton(now: noon))))
    _ = try await actions(6)
    await listener.stop().value
    #expect(store.snapshot.state.photos.status == .success)
    #expect(calls.all == ["load", "fetch", "fetch", "save"])
  }

  @Test func `A stored banner is shown`() async throws {
    let listener = listen(banner: Banner(title: "Kept"))
    try await store.dispatch(action: Self.appear)
    _ = try await actions(5)
    await listener.stop().value
    #expect(store.snapshot.state.banner.banner.title == "Kept")
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
      store.snapshot.state.banner.banner.title == "New"
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
    #expect(store.snapshot.state.banner.banner.title == "Banner")
  }

  @Test func `The live uploader fails if the file fails`() async throws {
    let local = PhotosLocalStore(url: nil)
    try await local.file.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    await #expect(throws: DatabaseFileError.self) {
      try await BannerUploader.live(localStore: local).upload(Banner())
    }
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
    #expect(store.snapshot.state.banner.banner.title == "New")
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
    try await eventually("the fetch starts") { calls.all == ["load", "fetch"] }
    await listener.stop().value
    #expect(!store.snapshot.state.photos.isLoaded)
  }
}
