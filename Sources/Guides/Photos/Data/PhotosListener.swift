import Foundation
public import ImmutableData
import Synchronization

/// Performs the side effects of actions: it observes the actions of a store,
/// fetches photos, and uploads the banner.
///
/// Photos and banner have a queue each, so that a change of the banner does not
/// wait for a slow photo service. The state ensures that only one request of
/// each kind is in progress.
public final class PhotosListener: Sendable {
  /// The last task of each queue.
  private struct Queues {
    var photos: Task<Void, Never>?
    var banner: Task<Void, Never>?
    var isStopped = false
  }

  private let provider: PhotosProvider
  private let uploader: BannerUploader
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<PhotosState, PhotosAction>()
  private let queues = Mutex(Queues())

  /// - Parameters:
  ///   - provider: fetches photos.
  ///   - uploader: uploads the banner.
  ///   - onError: called with each error, after its failure was dispatched.
  public init(
    provider: PhotosProvider, uploader: BannerUploader,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.provider = provider
    self.uploader = uploader
    self.onError = onError
  }

  /// Starts observing the actions of a store, instead of any store observed
  /// before. Does nothing if the store is observed already.
  public func listen(to store: Store<PhotosState, PhotosAction>) {
    loop.observe(store) { [weak self] transition, _ in
      self?.onReceive(transition, from: store)
    }
  }

  /// Stops permanently. A fetch is cancelled; a write in progress is completed.
  ///
  /// - Returns: a task that ends with the operations in progress.
  @discardableResult
  public func stop() -> Task<Void, Never> {
    let tasks = queues.withLock { queues in
      queues.isStopped = true
      queues.photos?.cancel()
      return [loop.stop(), queues.photos, queues.banner]
    }
    return Task {
      for task in tasks { await task?.value }
    }
  }
}

extension PhotosListener {
  private func onReceive(
    _ transition: Transition<PhotosState, PhotosAction>,
    from store: Store<PhotosState, PhotosAction>
  ) {
    switch transition.action {
    case .ui(.photoList):
      guard transition.begins({ $0.photos.status == .waiting }) else { return }
      enqueue(on: \.photos) { listener in
        await listener.fetch(on: store)
      }
    case .ui(.bannerUpdate(.onTapSubmitButton(let banner))):
      guard transition.begins({ $0.banner.networkState == .inProgress }) else { return }
      enqueue(on: \.banner) { listener in await listener.upload(banner, on: store) }
    case .ui(.bannerUpdate), .data:
      break
    }
  }

  /// Runs an operation after all operations enqueued before it. The loop does
  /// not wait for it.
  private func enqueue(
    on queue: any WritableKeyPath<Queues, Task<Void, Never>?> & Sendable,
    _ work: @escaping @Sendable (PhotosListener) async -> Void
  ) {
    queues.withLock { queues in
      guard !queues.isStopped else { return }
      let previous = queues[keyPath: queue]
      queues[keyPath: queue] = Task {
        await previous?.value
        await work(self)
      }
    }
  }

  private func fetch(on store: Store<PhotosState, PhotosAction>) async {
    let result: PhotosAction.Data.Provider.FetchPhotosResult
    do {
      result = .success(photos: try await provider.fetch())
    } catch {
      result = .failure(error: error.localizedDescription)
      onError(error)
    }
    await dispatch(.provider(.didFetchPhotos(result: result)), on: store)
  }

  private func upload(_ banner: Banner, on store: Store<PhotosState, PhotosAction>) async {
    let result: Result<Banner, NetworkError>
    do {
      try await uploader.upload(banner)
      result = .success(banner)
    } catch {
      result = .failure(error as? NetworkError ?? .failed(error.localizedDescription))
      onError(error)
    }
    await dispatch(.bannerDataStore(.didUploadBanner(result: result)), on: store)
  }

  private func dispatch(
    _ action: PhotosAction.Data, on store: Store<PhotosState, PhotosAction>
  ) async {
    do {
      try await store.dispatch(action: .data(action))
    } catch {
      onError(error)
    }
  }
}
