import ImmutableUI
import Markup
import Testing

@testable import AnimalsUI

@Suite struct AnimalsRouteTests {
  private static let locations: [AnimalsRoute.Location] = {
    let dialogs: [AnimalsRoute.Dialog?] =
      [nil] + AnimalsRoute.Sheet.allCases.map(AnimalsRoute.Dialog.sheet)
      + AnimalsRoute.Alert.allCases.map(AnimalsRoute.Dialog.alert)
    let names = [nil, "Mammal", "a b&c=d#e?f/g%h+i", "日本 🐼", "\"<'>\\", "..", "\r\n"]
    return names.flatMap { categoryId in
      dialogs.flatMap { dialog in
        ([nil] + AnimalsRoute.Notice.allCases).map { notice in
          AnimalsRoute.Location(
            categoryId: categoryId, animalId: "Dog", dialog: dialog, notice: notice)
        }
      }
    } + [AnimalsRoute.Location(), AnimalsRoute.Location(categoryId: "Mammal")]
  }()

  @Test(arguments: locations)
  func `A page's address parses to its location`(location: AnimalsRoute.Location) throws {
    let route = AnimalsRoute.page(location)
    let target = try Target(parsing: route.href.text)
    #expect(try AnimalsRoute(parsing: target) == route)
    #expect(route.method == .get)
  }

  @Test(arguments: AnimalsRoute.Event.allCases)
  func `A post's address parses to its event`(event: AnimalsRoute.Event) throws {
    for location in Self.locations {
      let route = AnimalsRoute.post(event, from: location)
      let target = try Target(parsing: route.href.text)
      #expect(try AnimalsRoute(parsing: target) == route)
      #expect(route.method == .post)
    }
  }

  @Test(arguments: [
    (AnimalsRoute.Location(), "/animals"),
    (.init(categoryId: "Mammal"), "/animals?category=Mammal"),
    (
      .init(categoryId: "Mammal", animalId: "Dog", dialog: .sheet(.edit)),
      "/animals?category=Mammal&animal=Dog&sheet=edit"
    ),
    (.init(dialog: .alert(.reload)), "/animals?alert=reload"),
    (.init(categoryId: "Fish & more"), "/animals?category=Fish%20%26%20more"),
  ])
  func `Addresses are a public interface`(location: AnimalsRoute.Location, address: String) {
    #expect(AnimalsRoute.page(location).href.text == address)
  }

  @Test(arguments: [
    (AnimalsRoute.Event.addAnimal, "/animals/animalEditor/onTapAddAnimalButton"),
    (.updateAnimal, "/animals/animalEditor/onTapUpdateAnimalButton"),
    (.deleteAnimal, "/animals/animalDetail/onTapDeleteSelectedAnimalButton"),
    (.deleteListedAnimal, "/animals/animalList/onTapDeleteSelectedAnimalButton"),
    (.reloadSampleData, "/animals/categoryList/onTapReloadSampleDataButton"),
    (.retryCategories, "/animals/categoryList/onTapTryAgainButton"),
    (.retryAnimals, "/animals/animalList/onTapTryAgainButton"),
  ])
  func `Addresses of posts are named after actions`(event: AnimalsRoute.Event, address: String) {
    #expect(AnimalsRoute.post(event, from: .init()).href.text == address)
  }
}
