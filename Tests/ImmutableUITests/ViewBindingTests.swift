import Markup
import Testing

@testable import ImmutableUI

/// The forms of binding, each read by key path and set by case.
@Suite struct ViewBindingTests {
  private func store(_ change: (inout Parent) -> Void = { _ in }) -> MockViewStore<
    Parent, Parent.Action
  > {
    var parent = Parent()
    change(&parent)
    return MockViewStore(viewState: parent)
  }

  @Test func `A new value is sent in a case`() {
    let binding = store().binding(\.title, Parent.Action.rename)
    #expect(binding.value == "Photos")
    #expect(binding.action(setting: "New") == .rename("New"))
  }

  @Test(arguments: ["", "a", "b"])
  func `A case without a value is sent for any value`(text: String) {
    let binding = store().binding(\.title, Parent.Action.refresh)
    #expect(binding.value == "Photos")
    #expect(binding.action(setting: text) == .refresh)
  }

  @Test(arguments: [nil, "It failed."])
  func `Presence is bound to its dismissal`(message: String?) {
    let binding = store { $0.message = message }
      .binding(isPresent: \.message, Parent.Action.dismiss)
    #expect(binding.value == (message != nil))
    #expect(binding.action(setting: false) == .dismiss)
    #expect(binding.action(setting: true) == .dismiss)
  }

  @Test(arguments: [nil, "It failed."])
  func `Presence is bound to a case with an optional value`(message: String?) {
    let binding = store { $0.message = message }
      .binding(isPresent: \.message, Parent.Action.show)
    #expect(binding.value == (message != nil))
    #expect(binding.action(setting: false) == .show(nil))
  }

  @Test func `Setting true sends nothing`() {
    let binding = store().binding(isPresent: \.message, Parent.Action.show)
    #expect(binding.action(setting: true) == nil)
    #expect(binding.link { _ in Href(path: ["closed"]) } == nil, "it leads nowhere")
  }

  @Test func `A field is read through its binding`() throws {
    let binding = store().binding(\.title, Parent.Action.rename)
    var reader = ValueReader(try NamedValues(parsing: Array("title=+a%20&x=1".utf8)))
    #expect(binding.action(reading: "title", from: &reader) == .rename(" a "), "as it was typed")
    try reader.finish()
  }

  @Test(arguments: ["", "other=1", "title=a&title=b"])
  func `A form without the field is malformed`(form: String) throws {
    let binding = store().binding(\.title, Parent.Action.rename)
    let values = try NamedValues(parsing: Array(form.utf8))
    #expect(throws: MalformedRequest.self) {
      var reader = ValueReader(values)
      _ = binding.action(reading: "title", from: &reader)
      try reader.finish()
    }
  }

  @Test(arguments: [(false, "/true"), (true, "/false")])
  func `A switch links to its own change`(isOn: Bool, address: String) {
    let binding = store { $0.isOn = isOn }.binding(\.isOn, Parent.Action.turn)
    let link = binding.link { action in
      if case .turn(let isOn) = action { Href(path: ["\(isOn)"]) } else { Href(path: []) }
    }
    #expect(link?.text == address)
  }
}
