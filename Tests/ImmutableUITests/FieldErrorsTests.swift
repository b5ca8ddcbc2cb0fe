import ImmutableUI
import Testing

@Suite struct FieldErrorsTests {
  @Test func `Field errors are found by field`() {
    enum Field: Hashable, Sendable { case name, diet }
    var errors = FieldErrors<Field>()
    #expect(errors.isEmpty)
    errors.add("Give it a name.", to: .name)
    #expect(errors[.name] == "Give it a name.")
    #expect(errors[.diet] == nil)
  }
}
