import BreedsData
import BreedsUI
import Composable
import Foundation
import ImmutableData
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import Fieldguide
@testable import WebSite

/// Requests for breeds, from the socket to the API and back to a page.
@Suite struct BreedsSiteTests {
  /// An API whose responses the test changes.
  private final class API: Sendable {
    private struct Answers {
      var dogs: [Dog]? = [
        Dog(breed: "akita", subBreeds: []), Dog(breed: "hound", subBreeds: ["afghan", "basset"]),
      ]
      var picture: String? = "https://images.dog.ceo/breeds/hound/1.jpg"
      var asked: [BreedKey] = []
      var loads = 0
    }

    private let answers = Mutex(Answers())

    var asked: [BreedKey] { answers.withLock { $0.asked } }
    var loads: Int { answers.withLock { $0.loads } }

    func fail() {
      answers.withLock {
        $0.dogs = nil
        $0.picture = nil
      }
    }

    func show(_ picture: String) { answers.withLock { $0.picture = picture } }

    var environment: AppEnvironment {
      AppEnvironment(
        dogs: DogsEnvironment(loadDogs: { [self] in
          try answers.withLock { answers in
            answers.loads += 1
            guard let dogs = answers.dogs else { throw DogAPIError.unexpected }
            return dogs
          }
        }),
        breed: BreedEnvironment(loadDogImage: { [self] key in
          try answers.withLock { answers in
            answers.asked.append(key)
            guard let picture = answers.picture else { throw DogAPIError.refusedPicture }
            return URL(string: picture)
          }
        }))
    }
  }

  private func withBreeds(
    now: (@Sendable () -> Date)? = nil, _ body: (ListeningSite, API) async throws -> Void
  ) async throws {
    let api = API()
    let own = Fieldguide.site.replacing { BreedsGuide($0, api.environment) }
    try await withSite(own, now: now) { site in try await body(site, api) }
  }

  @Test func `A request for another image needs a breed`() async throws {
    try await withSite { site in
      let response = try await site.post("/breeds/breed/onTapAnotherPictureButton", [:])
      #expect(response.status == 400)
      #expect(response.text.contains("“breed” is missing."))
    }
  }

  @Test func `The first visit waits for the list`() async throws {
    try await withBreeds { site, api in
      let page = try await site.get("/breeds")
      #expect(page.status == 200)
      #expect(page.text.contains("2 breeds, 2 varieties"))
      _ = try await site.get("/breeds?q=hound")
      #expect(api.loads == 1)
    }
  }

  @Test func `The list was loaded at the time of the site`() async throws {
    let dogs = try TestService(answer: #"{"message":{"akita":[]},"status":"success"}"#)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    try await withSite(settings: ["dogs": dogs.address], now: { now }) { site in
      let page = try await site.get("/breeds")
      #expect(page.text.contains("1 breed,"))
      #expect(try site.store(of: BreedsGuide.self).snapshot.state.loadedAt == now)
    }
  }

  @Test func `The image of a breed is requested once`() async throws {
    try await withBreeds { site, api in
      for _ in 0..<3 {
        let page = try await site.get("/breeds?breed=hound&sub=afghan")
        #expect(page.text.contains(#"<h1 dir="auto">Afghan Hound</h1>"#))
        #expect(page.text.contains(#"src="https://images.dog.ceo/breeds/hound/1.jpg""#))
        #expect(page.text.contains(#"aria-label="An Afghan Hound""#))
      }
      #expect(api.asked == [BreedKey(breed: "hound", subBreed: "afghan")])
    }
  }

  @Test func `A new image replaces the first one for all visitors`() async throws {
    try await withBreeds { site, api in
      _ = try await site.get("/breeds?breed=hound")
      api.show("https://images.dog.ceo/breeds/hound/2.jpg")
      let response = try await site.post("/breeds/breed/onTapAnotherPictureButton?breed=hound", [:])
      #expect(response.status == 303)
      #expect(response["location"] == "/breeds?breed=hound")
      #expect(try await site.get("/breeds?breed=hound").text.contains("/hound/2.jpg"))
    }
  }

  @Test func `Only pages of breeds allow images from other hosts`() async throws {
    try await withBreeds { site, _ in
      let policies = [
        try await site.get("/breeds?breed=hound")["content-security-policy"],
        try await site.get("/animals")["content-security-policy"],
        try await site.get("/")["content-security-policy"],
      ]
      #expect(policies[0]?.contains("img-src 'self' https://images.dog.ceo;") == true)
      #expect(policies[1]?.contains("img-src 'self';") == true)
      #expect(policies[2]?.contains("img-src 'self';") == true)
    }
  }

  @Test(arguments: [
    ("/breeds?breed=huond", "Hound"), ("/breeds?breed=Akita", "Akita"),
    ("/breeds?breed=hound&sub=basett", "Basset Hound"),
  ])
  func `An unknown breed suggests similar ones`(target: String, near: String) async throws {
    try await withBreeds { site, api in
      let page = try await site.get(target)
      #expect(page.status == 404)
      #expect(page.text.contains(">\(near)</a>"))
      #expect(api.asked.isEmpty)
      let post = try await site.post(
        target.replacingOccurrences(
          of: "/breeds?", with: "/breeds/breed/onTapAnotherPictureButton?"), [:])
      #expect(post.status == 404)
    }
  }

  @Test func `An outage keeps the list and the image`() async throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    try await withBreeds(now: { now }) { site, api in
      _ = try await site.get("/breeds?breed=hound")
      api.fail()
      _ = try await site.post("/breeds/dogs/onTapTryAgainButton", [:])
      let list = try await site.get("/breeds")
      #expect(list.text.contains("The breeds could not be loaded. "))
      #expect(list.text.contains("Hound"))
      #expect(list.text.contains("Try again"))
      _ = try await site.post("/breeds/breed/onTapAnotherPictureButton?breed=hound", [:])
      let breed = try await site.get("/breeds?breed=hound")
      #expect(breed.text.contains("The picture could not be loaded. "))
      #expect(breed.text.contains("/hound/1.jpg"))
    }
  }

  @Test func `A failed first load is neither loading nor empty`() async throws {
    try await withBreeds { site, api in
      api.fail()
      let page = try await site.get("/breeds")
      #expect(page.status == 200)
      #expect(page.text.contains("The breeds could not be loaded. "))
      #expect(page["refresh"] == nil)
      _ = try await site.get("/breeds")
      #expect(api.loads == 1, "a visit does not retry")
    }
  }

  @Test func `No breed is reported as unknown before the list is loaded`() async throws {
    try await withBreeds { site, api in
      api.fail()
      let page = try await site.get("/breeds?breed=hound")
      #expect(page.status == 200)
    }
  }
}

extension BreedsGuide {
  /// A guide over an API that the test provides.
  init(_ context: GuideContext, _ environment: AppEnvironment) {
    let store = Store(
      initialState: .initial, reducer: AppState.reducer, environment: environment
    ) { _ in }
    self.init(
      root: BreedsRoot(
        store: store, timeout: context.timeout, now: context.now, observer: context.observer),
      pictureOrigins: ["https://images.dog.ceo"])
  }
}
