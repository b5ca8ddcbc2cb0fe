import Foundation
import ImmutableData
import ImmutableUI
import TestSupport
import Testing

@testable import Records

/// Form submissions, from the request to the disk and the response.
@Suite struct RecordsPostTests {
  private let guide = PlantsGuide()
  private let moss = Plant(name: "Moss", height: 2)
  private let old = Plant.rose.version

  private func form(
    _ plant: Plant, id: String, version: String? = nil
  ) -> [String: String] { PlantsGuide.form(plant, id: id, version: version) }

  @Test func `Adding a record redirects to it`() async throws {
    let filtered = PlantsLocation().with { $0.choices["light"] = "Sun" }
    let added = try await guide.post(.add, form(moss, id: "M-1"), from: filtered)
    let page = "/plants?light=Sun&record=M-1&notice=added&operation=M-1-"
    #expect(added.status == 303 && added.location.hasPrefix(page))
    #expect(try await guide.disk.names == ["Fern", "Moss", "Rose"])
    let shown = try await guide.get(
      PlantsLocation().with {
        $0.record = "M-1"
        $0.notice = .added
      })
    #expect(shown.text.contains("Added <bdi>Moss</bdi>"))
  }

  @Test func `A form that is posted twice adds one record`() async throws {
    async let one = guide.post(.add, form(moss, id: "M"))
    async let two = guide.post(.add, form(moss, id: "M"))
    let answers = try await [one, two]
    #expect(answers.map(\.status) == [303, 303])
    #expect(try await guide.disk.names == ["Fern", "Moss", "Rose"])
  }

  @Test func `A submitted form with other content is a conflict`() async throws {
    _ = try await guide.post(.add, form(moss, id: "M"))
    let again = try await guide.post(.add, form(Plant(name: "Ivy"), id: "M"))
    #expect(again.status == 409)
    #expect(again.text.contains("This form has already added “<bdi>Moss</bdi>”."))
    #expect(again.text.contains(#"value="Ivy""#))
    #expect(again.text.contains(#"name="id" value="new-1""#))
  }

  @Test func `Invalid fields are shown again with error messages`() async throws {
    var form = form(Plant(name: #" <b>"x"</b> is far too long "#), id: "M")
    form["height"] = "tall"
    form["light"] = nil
    let again = try await guide.post(.add, form)
    #expect(again.status == 422)
    for error in [
      "The name has 26 characters. Use at most 20.",
      "Enter a whole number from 1 to 15,000.", "Choose the light.",
    ] {
      // In the error summary and beside the field.
      #expect(again.count(of: error) == 2)
    }
    for typed in [#"value=" &lt;b&gt;&quot;x&quot;"#, #"value="tall""#, #"name="id" value="M""#] {
      #expect(again.text.contains(typed))
    }
    #expect(try await guide.disk.names == ["Fern", "Rose"])
  }

  @Test(arguments: ["id", "name", "height"])
  func `A form with a missing field is malformed`(_ name: String) async throws {
    var form = form(moss, id: "M")
    form[name] = nil
    await #expect(throws: MalformedRequest.self) { try await guide.post(.add, form) }
  }

  @Test(arguments: ["", "a b", "ä", "<b>", String(repeating: "x", count: 65)])
  func `An id that was not generated is malformed`(_ id: String) async throws {
    await #expect(throws: MalformedRequest.self) { try await guide.post(.add, form(moss, id: id)) }
  }

  @Test func `An outdated form is rejected with both versions`() async throws {
    let first = try await guide.post(
      .update, form(Plant(name: "Dog rose"), id: "R", version: old))
    #expect(first.location.hasPrefix("/plants?record=R&notice=saved&operation=R-"))
    let second = try await guide.post(
      .update, form(Plant(name: "Tea rose", height: 90), id: "R", version: old))
    #expect(second.status == 409)
    #expect(second.text.contains("Someone else saved this plant after you opened it."))
    for cell in ["Tea rose", "Dog rose", "90 cm", "1 cm"] {
      #expect(second.text.contains("<td dir=\"auto\">\(cell)</td>"))
    }
    // The fields that differ are marked.
    #expect(second.text.contains("<td dir=\"auto\">7</td>"))
    #expect(second.text.components(separatedBy: "<tr class=\"differs\">").count == 3)
    // The form contains the stored version.
    let third = try await guide.post(
      .update, form(Plant(name: "Tea rose"), id: "R", version: second.version))
    #expect(third.status == 303)
    #expect(try await guide.disk.names == ["Fern", "Tea rose"])
  }

  @Test func `One of several simultaneous changes is saved`() async throws {
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...8 {
        group.addTask {
          try await guide.post(
            .update, form(Plant(name: "Rose \(number)"), id: "R", version: old)
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [303] + Array(repeating: 409, count: 7))
  }

  @Test func `A deletion is confirmed with the title of the record`() async throws {
    let deleted = try await guide.post(
      .delete, ["id": "R", "version": old], from: PlantsLocation().with { $0.search = "r" })
    #expect(
      deleted == Answered(status: 303, location: "/plants?search=r&record=R&notice=deleted"))
    let page = try await guide.get(
      PlantsLocation().with {
        $0.search = "r"
        $0.record = "R"
        $0.notice = .deleted
      })
    #expect(page.status == 200)
    #expect(page.text.contains("Deleted <bdi>Rose</bdi>"))
    #expect(!page.text.contains("record=R"), "a link selects the deleted record")
  }

  /// Ids of records that the state does not remember as deleted.
  @Test(arguments: [nil, "F", "unknown"])
  func `An unknown deletion is not confirmed`(_ id: String?) async throws {
    let page = try await guide.get(
      PlantsLocation().with {
        $0.record = id
        $0.notice = .deleted
      })
    #expect(page.status == 200)
    #expect(!page.text.contains("Deleted "))
  }

  @Test func `A record that someone else deleted can be added again`() async throws {
    let deleted = try await guide.post(.delete, ["id": "R", "version": old])
    #expect(deleted == Answered(status: 303, location: "/plants?record=R&notice=deleted"))
    let again = try await guide.post(
      .update, form(Plant(name: "Old rose"), id: "R", version: old),
      from: PlantsLocation().with { $0.record = "R" })
    #expect(again.status == 409)
    for part in [
      "Deleted while you were editing", #"value="Old rose""#, #"action="/plants/editor/add""#,
      #"name="id" value="new-1""#,
    ] {
      #expect(again.text.contains(part))
    }
    #expect(try await guide.post(.delete, ["id": "R", "version": old]) == deleted)
    #expect(try await guide.post(.delete, ["id": "X", "version": old]).status == 404)
  }

  /// Two clicks on a button send two forms, of which the browser shows the second
  /// outcome.
  @Test(arguments: [false, true])
  func `A form that deletes is posted twice`(atOnce: Bool) async throws {
    async let one = guide.post(.delete, ["id": "R", "version": old])
    if !atOnce { _ = try await one }
    async let two = guide.post(.delete, ["id": "R", "version": old])
    for answer in [try await one, try await two] {
      #expect(answer == Answered(status: 303, location: "/plants?record=R&notice=deleted"))
    }
    #expect(try await guide.disk.names == ["Fern"])
    // Someone else deleted another version.
    #expect(try await guide.post(.delete, ["id": "R", "version": "0"]).status == 404)
  }

  @Test(arguments: [["id": "R"], ["id": "R", "version": ""], ["id": "R", "version": "0"]])
  func `Deleting an outdated version asks for confirmation again`(
    _ form: [String: String]
  ) async throws {
    let again = try await guide.post(.delete, form)
    #expect(again.status == 409)
    #expect(again.text.contains("Someone else saved this plant after you opened it."))
    #expect(again.text.contains("<dd dir=\"auto\">120 cm</dd>"))
    #expect(
      try await guide.post(.delete, ["id": "R", "version": again.version]).status == 303)
    #expect(try await guide.disk.names == ["Fern"])
  }

  @Test func `A form keeps its content if the records cannot be loaded`() async throws {
    guide.disk.isFull = true
    #expect(
      try await guide.get().text.contains("The plants could not be loaded. The disk is full."))
    for event in [RecordsEvent.add, .update] {
      let refused = try await guide.post(event, form(moss, id: "M", version: "0"))
      #expect(refused.status == 503)
      for part in ["The disk is full.", "Try again", #"value="Moss""#, #"value="M""#] {
        #expect(refused.text.contains(part))
      }
    }
    #expect(try await guide.post(.delete, ["id": "R", "version": old]).status == 503)
    #expect(try await guide.post(.retry).status == 503)
    guide.disk.isFull = false
    #expect(try await guide.post(.retry).status == 303)
    #expect(try await guide.get().text.contains("Rose"))
  }

  @Test func `A form keeps its content if saving fails`() async throws {
    _ = try await guide.get()
    guide.disk.isFull = true
    let failed = try await guide.post(.add, form(moss, id: "M"))
    #expect(failed.status == 503)
    for part in [
      "The disk is full. What you typed is kept.", #"value="Moss""#, #"value="M""#,
    ] {
      #expect(failed.text.contains(part))
    }
    let kept = try await guide.post(.delete, ["id": "R", "version": old])
    #expect(kept.status == 503)
    #expect(kept.text.contains("Saving the last change failed. The disk is full."))
    guide.disk.isFull = false
    #expect(try await guide.post(.add, form(moss, id: "M")).status == 303)
    #expect(try await guide.disk.names == ["Fern", "Moss", "Rose"])
  }

  @Test func `A slow save is displayed, and other changes are rejected`() async throws {
    let guide = PlantsGuide(timeout: .milliseconds(50))
    try await eventually("it is loaded") { try await guide.get().text.contains("Rose") }
    guide.disk.hold()
    let rose = PlantsLocation().with { $0.record = "R" }
    let slow = try await guide.post(
      .update, form(Plant(name: "Tea rose"), id: "R", version: old), from: rose)
    #expect(slow == Answered(status: 303, location: "/plants?record=R"))
    let waiting = try await guide.get(rose)
    #expect(waiting.text.contains("Saving"))
    #expect(waiting.text.contains("<button class=\"button\" disabled>Edit</button>"))
    let other = try await guide.post(
      .update, form(Plant(name: "My rose"), id: "R", version: old), from: rose)
    #expect(other.status == 503)
    #expect(other.text.contains("Another change to this plant is still being saved."))
    #expect(other.text.contains(#"value="My rose""#))
    #expect(try await guide.post(.delete, ["id": "R", "version": old]).status == 503)
    let several = try await guide.post(
      .deleteSeveral, ["selected": "R:\(old)", "operation": "new-1"])
    #expect(several.status == 409)
    #expect(several.text.contains("Another change to these plants is still being saved."))
    guide.disk.release()
    try await eventually("it is saved") { try await guide.get(rose).text.contains("Tea rose") }
    #expect(try await guide.disk.names == ["Fern", "Tea rose"])
  }
}
