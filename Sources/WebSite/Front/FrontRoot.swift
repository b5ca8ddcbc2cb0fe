import AnimalsUI
import BreedsUI
import ImmutableUI
import PhotosUI
import QuakesUI

/// Answers the requests of the front page, which shows something of each
/// guide.
struct FrontRoot: Root {
  /// Nothing can be set there.
  struct Location: Hashable, Sendable {}

  let animals: AnimalsRoot
  let quakes: QuakesRoot
  let breeds: BreedsRoot
  let photos: PhotosRoot
  /// How long an answer may wait for what it asked for. What is on disk comes
  /// at once; a page of what others have to send first follows it.
  var patience = Duration.milliseconds(300)

  func makeRevisions() -> AsyncStream<Int> {
    let all = [
      animals.makeRevisions(), quakes.makeRevisions(), breeds.makeRevisions(),
      photos.makeRevisions(),
    ]
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        await withTaskGroup { group in
          for revisions in all {
            group.addTask {
              for await revision in revisions { continuation.yield(revision) }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func isSettled(at location: Location) -> Bool {
    animals.isSettled(at: .init()) && quakes.isSettled(at: .init())
      && breeds.isSettled(at: .init()) && photos.isSettled(at: .init())
  }

  func settle(at location: Location) async throws {
    await withTaskGroup { group in
      group.addTask {
        async let animals: Void? = try? self.animals.settle(at: .init())
        async let quakes: Void? = try? self.quakes.settle(at: .init())
        async let breeds: Void? = try? self.breeds.settle(at: .init())
        async let photos: Void? = try? self.photos.settle(at: .init())
        _ = await (animals, quakes, breeds, photos)
      }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  func answer(at location: Location) -> Answer<FrontPage> {
    let animals = animals.excerpt()
    let quakes = quakes.excerpt()
    let breeds = breeds.excerpt()
    let photos = photos.excerpt()
    return .page(
      Page(
        title: Metadata.siteName,
        basis: animals.basis + quakes.basis + breeds.basis + photos.basis,
        expires: [animals.expires, quakes.expires, breeds.expires, photos.expires]
          .compactMap { $0 }.min(),
        content: FrontPage(
          state: FrontPage.ViewState(
            quakes: quakes.state, animals: animals.state, breeds: breeds.state,
            photos: photos.state))))
  }

  /// Nothing is posted to it.
  func answer(
    to event: Never, from location: Location, form values: NamedValues
  ) async throws -> Answer<FrontPage> {}
}
