import ImmutableUI
import Testing

@Suite struct FieldErrorsTests {
  @Test func `Errors are found by field`() {
    enum Field: Hashable, Sendable { case name, diet }
    var errors = FieldErrors<Field>()
    #expect(errors.isEmpty)
    errors.add("Enter a name.", to: .name)
    #expect(errors[.name] == "Enter a name.")
    #expect(errors[.diet] == nil)
  }
}
