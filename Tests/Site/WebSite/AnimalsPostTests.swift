import AnimalsData
import AnimalsUI
import Foundation
import ImmutableData
import TestSupport
import Testing

@testable import WebSite

/// Posts of animals, from the socket to the disk and back to a page.
@Suite struct AnimalsPostTests {
  private let add = "/animals/animalEditor/onTapAddAnimalButton?category=Mammal"
  private let delete = "/animals/animalDetail/onTapDeleteSelectedAnimalButton?category=Mammal"

  @Test func `An addition redirects to the animal`() async throws {
    try await withSite { site in
      let response = try await site.add("A-1", "  Red panda ", diet: "Omnivore", category: "Mammal")
      #expect(response.status == 303)
      let target = "/animals?category=Mammal&animal=A-1&notice=added&operation=A-1-"
      #expect(response["location"]?.hasPrefix(target) == true)
      #expect(response.body.isEmpty)
      let page = try await site.get("/animals?category=Mammal&animal=A-1&notice=added")
      #expect(page.text.contains("Added <bdi>Red panda</bdi>"))
    }
  }

  @Test func `The same form posted twice adds one animal`() async throws {
    try await withSite { site in
      async let one = site.add("A-1", "Eagle")
      async let two = site.add("A-1", "Eagle")
      let responses = try await [one, two]
      #expect(responses.map(\.status) == [303, 303])
      #expect(Set(responses.map { $0["location"] }).count == 1)
      let page = try await site.get("/animals?category=Bird")
      #expect(page.text.components(separatedBy: ">Eagle<").count - 1 == 1)
    }
  }

  @Test func `A form that was submitted before is rejected`() async throws {
    try await withSite { site in
      _ = try await site.add("A-1", "Eagle")
      let again = try await site.add("A-1", "Osprey")
      #expect(again.status == 409)
      #expect(again.text.contains("This form has already added “<bdi>Eagle</bdi>”."))
      #expect(again.text.contains(#"value="Osprey""#))
      #expect(!again.text.contains(#"value="A-1""#))
    }
  }

  @Test func `A late copy of a form does not bring an animal back`() async throws {
    try await withSite { site in
      _ = try await site.add("A-1", "Eagle")
      let editor = try await site.get("/animals?category=Bird&animal=A-1&dialog=edit")
      let deleted = try await site.post(
        delete, ["animalId": "A-1", "version": try version(in: editor)])
      #expect(deleted.status == 303)
      let late = try await site.add("A-1", "Eagle")
      #expect(late.status == 409)
      #expect(late.text.contains(#"value="Eagle""#))
      #expect(!late.text.contains(#"value="A-1""#))
    }
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    let form: KeyValuePairs<String, String>
    let errors: [String]

    var testDescription: String { errors.joined(separator: " ") }
  }

  @Test(arguments: [
    Invalid(
      form: ["id": "a", "name": "", "categoryId": ""],
      errors: [
        "Enter the name.", "Choose the diet.",
        "Choose a category.",
      ]),
    Invalid(
      form: ["id": "a", "name": " \t\n", "diet": "Omnivore", "categoryId": "Mammal"],
      errors: ["Enter the name."]),
    Invalid(
      form: [
        "id": "a", "name": String(repeating: "ä", count: 201), "diet": "Omnivore",
        "categoryId": "Mammal",
      ],
      errors: ["The name has 201 characters. Use at most 200."]),
    Invalid(
      form: ["id": "a", "name": "a\u{1}b", "diet": "Omnivore", "categoryId": "Mammal"],
      errors: ["The name contains a character that cannot be shown"]),
    Invalid(
      form: ["id": "a", "name": "a\u{2028}b", "diet": "Omnivore", "categoryId": "Mammal"],
      errors: ["The name contains a character that cannot be shown"]),
    Invalid(
      form: ["id": "a", "name": "Eagle", "diet": "Photons", "categoryId": "Bird"],
      errors: ["Choose the diet: Herbivore, Carnivore, Omnivore."]),
    Invalid(
      form: ["id": "a", "name": "Eagle", "diet": "Carnivore", "categoryId": "Dragon"],
      errors: ["Choose a category: Amphibian, Bird, Fish, Invertebrate, Mammal, Reptile."]),
  ])
  func `Invalid fields are shown again with errors`(_ invalid: Invalid) async throws {
    try await withSite { site in
      let response = try await site.post(add, invalid.form)
      #expect(response.status == 422)
      #expect(response["cache-control"] == "no-store")
      for error in invalid.errors {
        // Once in the summary, and once beside the field.
        #expect(response.text.components(separatedBy: error).count - 1 == 2)
      }
      #expect(response.text.contains("<title>Error: Add animal - Fieldguide</title>"))
      #expect(try site.store(of: AnimalsGuide.self).snapshot.state.animals.data.count == 6)
    }
  }

  @Test func `An outdated form is rejected`() async throws {
    try await withSite { site in
      let form = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      let version = try version(in: form)
      #expect(try await site.update(version: version, name: "Hound").status == 303)
      let second = try await site.update(version: version, name: "Terrier")
      #expect(second.status == 409)
      #expect(second.text.contains("Hound"))
      #expect(second.text.contains(#"value="Terrier""#))
      // The form now has the stored version, so saving it overwrites the other
      // edit.
      let third = try await site.update(version: self.version(in: second), name: "Terrier")
      #expect(third.status == 303)
    }
  }

  @Test func `One of two simultaneous edits is rejected`() async throws {
    try await withSite { site in
      let form = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      let version = try version(in: form)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...8 {
          group.addTask { try await site.update(version: version, name: "Dog \(number)").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 409, 409, 409, 409, 409, 409, 409])
    }
  }

  @Test func `An animal that was deleted during an edit can be added again`() async throws {
    try await withSite { site in
      let form = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      #expect(try await site.post(delete, site.deletion(of: "Dog")).status == 303)
      let response = try await site.update(version: version(in: form), name: "Old dog")
      #expect(response.status == 409)
      #expect(response.text.contains("Someone else deleted this animal"))
      #expect(response.text.contains(#"value="Old dog""#))
      #expect(response.text.contains("onTapAddAnimalButton"))
    }
  }

  @Test func `A deletion redirects to the category`() async throws {
    try await withSite { site in
      let response = try await site.post(delete, site.deletion(of: "Dog"))
      #expect(response.status == 303)
      #expect(response["location"] == "/animals?category=Mammal&animal=Dog&notice=deleted")
      let page = try await site.get("/animals?category=Mammal&animal=Dog&notice=deleted")
      #expect(page.status == 200)
      #expect(page.text.contains("Deleted <bdi>Dog</bdi>"))
      #expect(page.text.contains(#""/animals?category=Mammal&amp;dialog=reload""#))
      let unknown = try await site.get("/animals?category=Mammal&animal=unknown&notice=deleted")
      #expect(!unknown.text.contains("Deleted "))
      let missing = try await site.get("/animals?category=Mammal&animal=Dog")
      #expect(missing.status == 404)
      #expect(missing.text.contains("<h2>“Dog” was deleted</h2>"))
      #expect(missing.text.contains("onTapRestoreButton"))
      #expect(missing.text.contains(#"href="/animals?category=Mammal""#))
    }
  }

  /// Two clicks on a button send two forms, of which the browser shows the second
  /// outcome.
  @Test(arguments: [false, true])
  func `A form that deletes is posted twice`(atOnce: Bool) async throws {
    try await withSite { site in
      let (form, target) = (try site.deletion(of: "Dog"), delete)
      async let one = site.post(target, form)
      if !atOnce { _ = try await one }
      async let two = site.post(target, form)
      for response in [try await one, try await two] {
        #expect(response.status == 303)
        #expect(response["location"] == "/animals?category=Mammal&animal=Dog&notice=deleted")
      }
      // Someone else deleted another version, or there was none.
      for animalId in ["Dog", "Dodo"] {
        let other = try await site.post(target, ["animalId": animalId, "version": "1"])
        #expect(other.status == 404)
        #expect(other.text.contains("<h1>“Dog” was deleted</h1>") == (animalId == "Dog"))
      }
    }
  }

  @Test func `A deletion from the list redirects to the category`() async throws {
    try await withSite { site in
      let response = try await site.post(
        "/animals/animalList/onTapDeleteSelectedAnimalButton?category=Mammal",
        site.deletion(of: "Cat"))
      #expect(response.status == 303)
      #expect(try await site.get("/animals?animal=Cat").status == 404)
    }
  }

  /// Animals that were edited after the confirmation was shown.
  @Test(arguments: [
    ("animalDetail", ["name": "Hound", "diet": "Carnivore", "categoryId": "Mammal"]),
    ("animalDetail", ["name": "Dog", "diet": "Omnivore", "categoryId": "Mammal"]),
    ("animalList", ["name": "Dog", "diet": "Carnivore", "categoryId": "Reptile"]),
  ])
  func `A deletion of a changed animal is confirmed again`(
    component: String, values: [String: String]
  ) async throws {
    try await withSite { site in
      let question = try await site.get("/animals?category=Mammal&animal=Dog&dialog=delete")
      let delete = "/animals/\(component)/onTapDeleteSelectedAnimalButton?category=Mammal"
      let form = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      let saved = try await site.update(
        version: version(in: form), name: values["name"] ?? "", diet: values["diet"] ?? "",
        category: values["categoryId"] ?? "")
      #expect(saved.status == 303)

      let again = try await site.post(
        delete, ["animalId": "Dog", "version": try version(in: question)])
      #expect(again.status == 409)
      #expect(again["cache-control"] == "no-store")
      #expect(again.text.contains("Someone else saved this animal after you opened it."))
      for value in values.values {
        #expect(again.text.contains("<dd dir=\"auto\">\(value)</dd>"))
      }
      #expect(try await site.get("/animals?animal=Dog").status == 200)

      // The form now has the stored version.
      let deleted = try await site.post(
        delete, ["animalId": "Dog", "version": try version(in: again)])
      #expect(deleted.status == 303)
      #expect(try await site.get("/animals?animal=Dog").status == 404)
    }
  }

  @Test(arguments: [["animalId": "Dog"], ["animalId": "Dog", "version": ""]] as [KeyValuePairs])
  func `A deletion without a version is confirmed again`(
    form: KeyValuePairs<String, String>
  ) async throws {
    try await withSite { site in
      let again = try await site.post(delete, form)
      #expect(again.status == 409)
      #expect(
        try await site.post(delete, ["animalId": "Dog", "version": try version(in: again)]).status
          == 303)
    }
  }

  @Test func `One of a simultaneous deletion and edit is rejected`() async throws {
    try await withSite { site in
      let form = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      let version = try version(in: form)
      async let edited = site.update(version: version, name: "Hound")
      async let deleted = site.post(delete, ["animalId": "Dog", "version": version])
      let statuses = try await [edited.status, deleted.status]
      #expect(statuses.sorted() == [303, 409])
      #expect(try await site.get("/animals?animal=Dog").status == (statuses[1] == 303 ? 404 : 200))
    }
  }

  @Test func `A reload restores the sample data`() async throws {
    try await withSite { site in
      _ = try await site.post(delete, site.deletion(of: "Dog"))
      let response = try await site.post("/animals/categoryList/onTapReloadSampleDataButton", [:])
      #expect(response.status == 303)
      #expect(response["location"]?.hasPrefix("/animals?notice=reloaded&operation=reset-") == true)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }

  private func version(in response: SocketResponse) throws -> String {
    try hidden("version", in: response.text)
  }
}
