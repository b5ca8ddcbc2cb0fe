import AnimalsData
import ImmutableUI
import Markup
import Records
import Testing

@testable import AnimalsUI

@Suite struct AnimalsRouteTests {
  private static let locations: [AnimalsLocation] = {
    let dialogs: [RecordsDialog?] =
      [nil] + RecordsDialog.allCases
    let names = [nil, "Mammal", "a b&c=d#e?f/g%h+i", "日本 🐼", "\"<'>\\", "..", "\r\n"]
    return names.flatMap { categoryId in
      dialogs.flatMap { dialog in
        ([nil] + RecordsNotice.allCases).map { notice in
          AnimalsLocation(
            categoryId: categoryId, animalId: "Dog", dialog: dialog, notice: notice)
        }
      }
    } + [AnimalsLocation(), AnimalsLocation(categoryId: "Mammal")]
  }()

  @Test(arguments: locations)
  func `A page's address parses to its location`(location: AnimalsLocation) throws {
    let route = AnimalsRoute.page(location)
    let target = try Target(parsing: route.href.text)
    #expect(try AnimalsRoute(parsing: target) == route)
    #expect(route.method == .get)
  }

  @Test(arguments: AnimalsEvent.allCases)
  func `A post's address parses to its event`(event: AnimalsEvent) throws {
    for location in Self.locations {
      let route = AnimalsRoute.post(event, from: location)
      let target = try Target(parsing: route.href.text)
      #expect(try AnimalsRoute(parsing: target) == route)
      #expect(route.method == .post)
    }
  }

  @Test(arguments: [
    (AnimalsLocation(), "/animals"),
    (.init(categoryId: "Mammal"), "/animals?category=Mammal"),
    (
      .init(categoryId: "Mammal", animalId: "Dog", dialog: .edit),
      "/animals?category=Mammal&animal=Dog&dialog=edit"
    ),
    (.init(dialog: .reload), "/animals?dialog=reload"),
    (.init(categoryId: "Fish & more"), "/animals?category=Fish%20%26%20more"),
    (
      AnimalsLocation(categoryId: AnimalsLocation.all).with {
        $0.search = "red roo"
        $0.order = .newest
        $0.page = 2
      }, "/animals?category=all&search=red%20roo&order=newest&page=2"
    ),
  ])
  func `Addresses are a public interface`(location: AnimalsLocation, address: String) {
    #expect(AnimalsRoute.page(location).href.text == address)
  }

  @Test(arguments: [
    (AnimalsEvent.addAnimal, "/animals/animalEditor/onTapAddAnimalButton"),
    (.updateAnimal, "/animals/animalEditor/onTapUpdateAnimalButton"),
    (.deleteAnimal, "/animals/animalDetail/onTapDeleteSelectedAnimalButton"),
    (.deleteListedAnimal, "/animals/animalList/onTapDeleteSelectedAnimalButton"),
    (.deleteAnimals, "/animals/animalList/onTapDeleteAnimalsButton"),
    (.changeAnimals, "/animals/animalList/onTapChangeAnimalsButton"),
    (.importAnimals, "/animals/animalList/onTapImportButton"),
    (.restoreAnimal, "/animals/animalDetail/onTapRestoreButton"),
    (.reloadSampleData, "/animals/categoryList/onTapReloadSampleDataButton"),
    (.retryCategories, "/animals/categoryList/onTapTryAgainButton"),
    (.retryAnimals, "/animals/animalList/onTapTryAgainButton"),
  ])
  func `Addresses of posts are named after actions`(event: AnimalsEvent, address: String) {
    #expect(AnimalsRoute.post(event, from: .init()).href.text == address)
  }
}
