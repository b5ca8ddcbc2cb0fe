import Foundation
public import ImmutableData
import Synchronization

/// Does what actions ask for: it hears every action, and has photos fetched
/// and kept, and the banner uploaded, as is needed.
///
/// Photos and banner go their own ways: who changes the banner does not wait
/// for a slow service. That only one request of each is in flight the state
/// sees to.
public final class PhotosListener: Sendable {
  /// What was begun last on each way.
  private struct Ways {
    var photos: Task<Void, Never>?
    var banner: Task<Void, Never>?
    var isStopped = false
  }

  private let provider: PhotosProvider
  private let uploader: BannerUploader
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<PhotosState, PhotosAction>()
  private let ways = Mutex(Ways())

  /// - Parameters:
  ///   - provider: where photos come from.
  ///   - uploader: where the banner goes.
  ///   - onError: hears what went wrong, after it was dispatched as a failure.
  public init(
    provider: PhotosProvider, uploader: BannerUploader,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.provider = provider
    self.uploader = uploader
    self.onError = onError
  }

  /// Hears the actions of a store from now on, and no longer those of
  /// another. Calling it again with the same store changes nothing.
  public func listen(to store: Store<PhotosState, PhotosAction>) {
    loop.observe(store, onError: onError) { [weak self] oldState, action in
      self?.onReceive(from: store, oldState: oldState, action: action)
    }
  }

  /// Stops for good. A fetch is given up; what is being written is written.
  ///
  /// - Returns: what ends when that has ended.
  @discardableResult
  public func stop() -> Task<Void, Never> {
    let tasks = ways.withLock { ways in
      ways.isStopped = true
      ways.photos?.cancel()
      return [loop.stop(), ways.photos, ways.banner]
    }
    return Task {
      for task in tasks { await task?.value }
    }
  }
}

extension PhotosListener {
  private func onReceive(
    from store: Store<PhotosState, PhotosAction>, oldState: PhotosState, action: PhotosAction
  ) {
    switch action {
    case .ui(.photoList):
      // Reducing is pure: it tells whether this very action began something.
      let newState = PhotosReducer.reduce(state: oldState, action: action)
      guard oldState.photos.status != .waiting, newState.photos.status == .waiting else { return }
      follow(\.photos) { listener in
        await listener.loadIfNeeded(on: store)
        if store.snapshot.state.photos.status == .waiting { await listener.fetch(on: store) }
      }
    case .ui(.bannerUpdate(.onTapSubmitButton(let banner))):
      guard oldState.banner.networkState != .inProgress else { return }
      follow(\.banner) { listener in await listener.upload(banner, on: store) }
    case .ui(.bannerUpdate), .data:
      break
    }
  }

  /// Does something after all that was begun before on the same way. The
  /// loop goes on meanwhile.
  private func follow(
    _ way: any WritableKeyPath<Ways, Task<Void, Never>?> & Sendable,
    _ work: @escaping @Sendable (PhotosListener) async -> Void
  ) {
    ways.withLock { ways in
      guard !ways.isStopped else { return }
      let previous = ways[keyPath: way]
      ways[keyPath: way] = Task {
        await previous?.value
        await work(self)
      }
    }
  }

  /// Reads what is on the disk, where that was not possible before.
  private func loadIfNeeded(on store: Store<PhotosState, PhotosAction>) async {
    guard !store.snapshot.state.photos.isRead else { return }
    do {
      if let banner = try await provider.loadBanner() {
        await dispatch(.bannerDataStore(.didLoadBanner(banner: banner)), on: store)
      }
      let kept = try await provider.load()
      await dispatch(.provider(.didLoadPhotos(result: .success(photos: kept))), on: store)
    } catch {
      await dispatch(
        .provider(.didLoadPhotos(result: .failure(error: error.localizedDescription))), on: store)
      onError(error)
    }
  }

  private func fetch(on store: Store<PhotosState, PhotosAction>) async {
    let photos: FetchedPhotos
    do {
      photos = try await provider.fetch()
    } catch {
      await dispatch(
        .provider(.didFetchPhotos(result: .failure(error: error.localizedDescription))), on: store)
      return onError(error)
    }
    await dispatch(.provider(.didFetchPhotos(result: .success(photos: photos))), on: store)
    do {
      try await provider.save(photos)
      await dispatch(.provider(.didSavePhotos(result: .success)), on: store)
      // What could not be read before can be now: the banner is there as well.
      await loadIfNeeded(on: store)
    } catch {
      await dispatch(
        .provider(.didSavePhotos(result: .failure(error: error.localizedDescription))), on: store)
      onError(error)
    }
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
