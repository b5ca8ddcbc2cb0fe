import AnimalsData
import AnimalsUI
import Foundation
import HashTreeCollections
import ImmutableData
import Records
import TestSupport
import Testing

@testable import WebSite

/// Undoing, several animals at once, earlier versions and files, from the socket to the disk and
/// back.
@Suite struct AnimalsRecordsTests {
  private let add = "/animals/animalEditor/onTapAddAnimalButton"
  private let restore = "/animals/animalDetail/onTapRestoreButton"
  private let eagle: KeyValuePairs = [
    "id": "A-1", "name": "Eagle", "diet": "Carnivore", "categoryId": "Bird",
    "note": "High up.\r\nAlone.",
  ]

  private func animal(_ id: String, in site: ListeningSite) throws -> Animal? {
    AnimalsState.selectAnimal(animalId: id)(try site.store(of: AnimalsGuide.self).snapshot.state)
  }

  private func count(in site: ListeningSite) throws -> Int {
    try site.store(of: AnimalsGuide.self).snapshot.state.animals.data.count
  }

  @Test func `A note keeps its lines`() async throws {
    try await withSite { site in
      #expect(try await site.post(add, eagle).status == 303)
      let page = try await site.get("/animals?animal=A-1").text
      #expect(page.contains(">High up.\nAlone.</p>"))
      // The form of an earlier version of the page has no note.
      let version = try #require(try animal("A-1", in: site)?.version)
      _ = try await site.post(
        "/animals/animalEditor/onTapUpdateAnimalButton",
        [
          "animalId": "A-1", "version": version, "name": "Eagle", "diet": "Omnivore",
          "categoryId": "Bird",
        ])
      #expect(try animal("A-1", in: site)?.note == "High up.\nAlone.")
      #expect(try animal("A-1", in: site)?.diet == .omnivorous)
    }
  }

  @Test func `A name that the category has is pointed out`() async throws {
    try await withSite { site in
      let newt: KeyValuePairs = [
        "id": "A-2", "name": "newt", "diet": "Carnivore", "categoryId": "Amphibian",
        "ask": "yes",
      ]
      #expect(
        try await site.get("/animals?dialog=add").text.contains(#"name="ask" value="yes""#))
      let asked = try await site.post(add, newt)
      #expect(asked.status == 409)
      #expect(asked.text.contains("“<bdi>Newt</bdi>” exists."))
      #expect(asked.text.contains("Add anyway"))
      #expect(!asked.text.contains(#"name="ask""#))
      #expect(try count(in: site) == 6)
      let added = try await site.post(
        add, ["id": "A-2", "name": "newt", "diet": "Carnivore", "categoryId": "Amphibian"])
      #expect(added.status == 303)
      #expect(try count(in: site) == 7)
      // Elsewhere the name is free.
      let bird = try await site.post(
        add, ["id": "A-3", "name": "Newt", "diet": "Carnivore", "categoryId": "Bird", "ask": "yes"])
      #expect(bird.status == 303)
    }
  }

  @Test func `Another animal can be added after the first`() async throws {
    try await withSite { site in
      let response = try await site.post(
        "\(add)?category=Bird",
        ["id": "A-1", "name": "Eagle", "diet": "Carnivore", "categoryId": "Bird", "another": "yes"])
      let target = try #require(response["location"])
      #expect(target.hasPrefix("/animals?category=Bird&animal=A-1&dialog=add&notice=added"))
      let form = try await site.get(target).text
      #expect(form.contains("Added <bdi>Eagle</bdi>"))
      #expect(form.contains(#"value="Bird" selected"#), "the category stays")
      #expect(!form.contains(" checked"), "a person chooses the diet")
    }
  }

  // MARK: Undoing

  @Test func `A deletion is undone, in this window and in others`() async throws {
    try await withSite { site in
      _ = try await site.post(add, eagle)
      let before = try animal("A-1", in: site)
      let deleted = try await site.delete("A-1")
      let here = try await site.get(try #require(deleted["location"])).text
      let other = try await site.get("/animals?category=Bird&animal=A-1")
      #expect(other.status == 404)
      for page in [here, other.text] {
        #expect(page.contains(restore))
        #expect(try hidden("operation", in: page).hasPrefix("A-1-"))
      }
      for _ in 0..<2 {
        let undone = try await site.post(
          restore, ["operation": try hidden("operation", in: here)])
        #expect(undone.status == 303)
        let target = "/animals?category=Bird&animal=A-1&notice=undone&operation=undo-A-1-"
        #expect(undone["location"]?.hasPrefix(target) == true)
      }
      #expect(try animal("A-1", in: site) == before)
      #expect(try count(in: site) == 7)
    }
  }

  @Test func `An address tells nothing that did not happen`() async throws {
    try await withSite { site in
      _ = try await site.post(add, eagle)
      _ = try await site.delete("A-1")
      for notice in RecordsNotice.allCases.map(\.rawValue) {
        for animal in ["", "&animal=Dog", "&animal=nobody", "&animal=A-1"] {
          let page = try await site.get("/animals?notice=\(notice)&several=5000\(animal)").text
          #expect(!page.contains("5,000"), "\(notice) \(animal)")
        }
        guard notice != "imported" else { continue }
        for animal in ["", "&animal=nobody"] {
          let page = try await site.get("/animals?notice=\(notice)\(animal)").text
          for outcome in ["Added ", "Saved ", "Deleted ", "Restored "] {
            #expect(!page.contains(outcome), "\(notice) \(animal)")
          }
        }
      }
    }
  }

  @Test func `A reset of the sample data is undone`() async throws {
    try await withSite { site in
      _ = try await site.post(add, eagle)
      let question = try await site.get("/animals?dialog=reload").text
      #expect(question.contains("All 7 animals are replaced"))
      let reset = try await site.post("/animals/categoryList/onTapReloadSampleDataButton", [:])
      let page = try await site.get(try #require(reset["location"])).text
      #expect(page.contains("Sample data restored, 1 animal changed"))
      #expect(try count(in: site) == 6)
      let operation = try hidden("operation", in: page)
      for _ in 0..<2 {
        let undone = try await site.post(restore, ["operation": operation])
        #expect(undone.status == 303)
        #expect(try count(in: site) == 7)
      }
      #expect(try animal("A-1", in: site)?.note == "High up.\nAlone.")
      #expect(try count(in: site) == 7)
    }
  }

  // MARK: Earlier versions

  @Test func `An earlier version is restored`() async throws {
    try await withSite { site in
      _ = try await site.post(add, eagle)
      let version = try #require(try animal("A-1", in: site)?.version)
      _ = try await site.post(
        "/animals/animalEditor/onTapUpdateAnimalButton",
        [
          "animalId": "A-1", "version": version, "name": "Golden eagle", "diet": "Omnivore",
          "categoryId": "Bird", "note": "",
        ])
      let page = try await site.get("/animals?animal=A-1").text
      #expect(
        page.contains("<del dir=\"auto\">Eagle</del> to <ins dir=\"auto\">Golden eagle</ins>"))
      #expect(page.contains("Added"))
      let restored = try await site.post(
        restore,
        [
          "animalId": "A-1", "version": try hidden("version", in: page),
          "number": try hidden("number", in: page),
        ])
      #expect(restored.status == 303)
      #expect(try animal("A-1", in: site)?.name == "Eagle")
      // The form of a page that is out of date shows both versions.
      let late = try await site.post(
        restore,
        [
          "animalId": "A-1", "version": try hidden("version", in: page),
          "number": String(try #require(Int(try hidden("number", in: page))) + 1),
        ])
      #expect(late.status == 409)
    }
  }

  @Test(arguments: ["/animals?animal=Dog&dialog=history", "/animals?category=all&animal=Dog"])
  func `The history of a sample begins with it`(_ target: String) async throws {
    try await withSite { site in
      let page = try await site.get(target)
      #expect(page.status == 200)
      #expect(page.text.contains("<p>Sample</p>"))
    }
  }

  // MARK: Several

  @Test func `Several animals are deleted after a question, and brought back`() async throws {
    try await withSite { site in
      let target = "/animals/animalList/onTapDeleteAnimalsButton?category=Mammal&select=on"
      let question = try await site.post(target, ["selected": "Dog", "selected": "Cat"])
      #expect(question.status == 200)
      #expect(question.text.contains("Delete 2 animals?"))
      let selected = question.text.matches(of: #/name="selected" value="([^"]*:[^"]*)"/#)
        .map { String($0.output.1) }
      #expect(selected.count == 2)
      let deleted = try await site.post(
        target,
        [
          "selected": selected[0], "selected": selected[1],
          "operation": try hidden("operation", in: question.text),
        ])
      #expect(deleted.status == 303)
      #expect(try count(in: site) == 4)
      let page = try await site.get(try #require(deleted["location"])).text
      #expect(page.contains("2 animals deleted"))
      let undone = try await site.post(
        restore, ["operation": try hidden("operation", in: page)])
      #expect(undone.status == 303)
      #expect(try animal("Dog", in: site) == .dog)
      #expect(try count(in: site) == 6)
    }
  }

  @Test func `Several animals are moved to another category`() async throws {
    try await withSite { site in
      let target = "/animals/animalList/onTapChangeAnimalsButton?category=Mammal&select=on"
      let question = try await site.post(
        target, ["selected": "Dog", "selected": "Cat", "field": "categoryId"])
      #expect(question.text.contains("Change the category of 2 animals"))
      let selected = question.text.matches(of: #/name="selected" value="([^"]*:[^"]*)"/#)
        .map { String($0.output.1) }
      let operation = try hidden("operation", in: question.text)
      for (category, status) in [("Dragon", 422), ("Reptile", 303), ("Reptile", 303)] {
        let moved = try await site.post(
          target,
          [
            "selected": selected[0], "selected": selected[1], "field": "categoryId",
            "categoryId": category, "operation": operation,
          ])
        #expect(moved.status == status)
      }
      #expect(try animal("Dog", in: site)?.categoryId == "Reptile")
      #expect(try await site.get("/animals?animal=Dog").text.contains("<ins dir=\"auto\">Reptile"))
    }
  }

  @Test func `Several animals get a value at once, without a question`() async throws {
    try await withSite { site in
      let page = try await site.get("/animals?category=Mammal&select=on").text
      let target = "/animals/animalList/onTapChangeAnimalsButton?category=Mammal&select=on"
      #expect(page.contains(#"action="\#(target.replacing("&", with: "&amp;"))""#))
      let fields: KeyValuePairs = [
        "selected": "Dog", "field": "diet", "diet": "Omnivore", "categoryId": "",
      ]
      for (value, status) in [("Omnivore", 303), ("Dragon", 422), ("", 200)] {
        let answer = try await site.post(
          target, ["selected": "Dog", "selected": "Sparrow", "field": "diet", "diet": value])
        #expect(answer.status == status, "\(value)")
      }
      #expect(try await site.post(target, fields).status == 303, "again")
      #expect(try animal("Dog", in: site)?.diet == .omnivorous)
      #expect(try animal("Sparrow", in: site)?.diet == .omnivorous)
      // What is deleted is asked for, whatever the fields of the form say.
      let delete = "/animals/animalList/onTapDeleteAnimalsButton?category=Mammal&select=on"
      #expect(try await site.post(delete, fields).text.contains("Delete 1 animal?"))
      #expect(try count(in: site) == 6)
    }
  }

  // MARK: Files

  @Test func `An export is imported again`() async throws {
    try await withSite { site in
      _ = try await site.post(add, eagle)
      let file = try await site.get("/animals/export.csv?category=Bird&search=eagle")
      #expect(file["content-disposition"] == #"attachment; filename="animals.csv""#)
      let lines = file.text.dropFirst().split(separator: "\r\n", maxSplits: 1)
      #expect(lines.first == "id,Name,Diet,Category,Note")
      #expect(lines.last?.hasPrefix("A-1,Eagle,Carnivore,Bird,") == true)
      let json = try await site.get("/animals/export.jsonl?category=all").text
      #expect(json.split(separator: "\n").count == 7)
    }
  }

  /// Recorded files, and what their check says.
  @Test(
    .enabled(if: Fixtures.folder != nil, "requires FIELDGUIDE_FIXTURES"),
    arguments: [
      ("sep.csv", "1 animal would be added.", [String]()),
      (
        "blanks-and-case.csv", "1 row is left out.",
        ["<td dir=\"auto\">Choose the diet: Herbivore,"]
      ),
      (
        "separators.jsonl", "3 rows are left out.",
        (1...3).map { "<td>\($0)</td><td dir=\"auto\">Name</td>" }
      ),
      ("keys.jsonl", "The file has more than 200 columns.", []),
    ])
  func `Recorded files are read line by line`(
    _ name: String, _ summary: String, _ parts: [String]
  ) async throws {
    let file = String(decoding: try #require(Fixtures.data("import/\(name)")), as: UTF8.self)
    try await withSite { site in
      let checked = try await site.post("/animals/animalList/onTapImportButton", ["file": file])
      for part in [summary] + parts { #expect(checked.text.contains(part), "\(part)") }
    }
  }

  @Test(arguments: [
    ("Name,Diet,Category\nOsprey,Carnivore,bird\n", 200, "1 animal would be added"),
    (
      "Name,Diet,Category\nOsprey,Fish,Bird\n", 422,
      "Choose the diet: Herbivore, Carnivore, Omnivore."
    ),
    ("Name,Diet,Category\nOsprey,Carnivore,Dragon\n", 422, "Choose a category: Amphibian, Bird,"),
    ("id,Name\nDog,Dingo\n", 200, "1 animal would be changed"),
    ("Colour\nred\n", 422, "No column is known."),
  ])
  func `A file is checked before it is imported`(
    _ file: String, _ status: Int, _ text: String
  ) async throws {
    try await withSite { site in
      let target = "/animals/animalList/onTapImportButton"
      let checked = try await site.post(target, ["file": file])
      #expect(checked.status == status)
      #expect(checked.text.localizedStandardContains(text))
      let before = try site.store(of: AnimalsGuide.self).snapshot.state.animals.data
      #expect(before.count == 6)
      guard status == 200 else { return }
      let imported = try await site.post(
        target,
        [
          "checked": try hidden("checked", in: checked.text),
          "operation": try hidden("operation", in: checked.text),
        ])
      #expect(imported.status == 303)
      #expect(imported["location"]?.contains("notice=imported&several=1") == true)
      let after = try site.store(of: AnimalsGuide.self).snapshot.state.animals.data
      #expect(after != before)
      #expect(after.values.allSatisfy { after[$0.id] == $0 }, "each has its own id")
    }
  }
}
