import Markup
import Testing

@testable import ImmutableUI

/// The kinds of bindings.
@Suite struct ViewBindingTests {
  private func store(_ change: (inout Parent) -> Void = { _ in }) -> MockViewStore<
    Parent, Parent.Action
  > {
    var parent = Parent()
    change(&parent)
    return MockViewStore(viewState: parent)
  }

  @Test func `A new value is the associated value of the action`() {
    let binding = store().binding(\.title, Parent.Action.rename)
    #expect(binding.value == "Photos")
    #expect(binding.action(setting: "New") == .rename("New"))
  }

  @Test(arguments: [nil, "It failed."])
  func `An optional value is bound to its dismissal`(message: String?) {
    let binding = store { $0.message = message }
      .binding(isPresent: \.message, Parent.Action.dismiss)
    #expect(binding.value == (message != nil))
    #expect(binding.action(setting: false) == .dismiss)
    #expect(binding.action(setting: true) == .dismiss)
  }

  @Test(arguments: [nil, "It failed."])
  func `An optional value is bound to an action with an optional value`(message: String?) {
    let binding = store { $0.message = message }
      .binding(isPresent: \.message, Parent.Action.show)
    #expect(binding.value == (message != nil))
    #expect(binding.action(setting: false) == .show(nil))
  }

  @Test func `Setting true has no action`() {
    let binding = store().binding(isPresent: \.message, Parent.Action.show)
    #expect(binding.action(setting: true) == nil)
    #expect(binding.link { _ in Href(path: ["closed"]) } == nil, "there is no link")
  }

  @Test func `A field is read through its binding`() throws {
    let binding = store().binding(\.title, Parent.Action.rename)
    var reader = ValueReader(try NamedValues(parsing: Array("title=+a%20&x=1".utf8)))
    #expect(
      binding.action(reading: "title", from: &reader) == .rename(" a "), "the text is not modified")
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
  func `A switch links to its opposite value`(isOn: Bool, address: String) {
    let binding = store { $0.isOn = isOn }.binding(\.isOn, Parent.Action.setOn)
    let link = binding.link { action in
      if case .setOn(let isOn) = action { Href(path: ["\(isOn)"]) } else { Href(path: []) }
    }
    #expect(link?.text == address)
  }
}
