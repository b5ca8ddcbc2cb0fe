import Composable
import Testing

/// `CasePath`.
struct CasePathTests {
  @Test(arguments: ["", "a"])
  func `An embedded action is extracted`(text: String) {
    let action = GuideAction.searchPath.embed(text)
    #expect(action == .search(text))
    #expect(GuideAction.searchPath.extract(from: action) == text)
  }

  @Test(arguments: [GuideAction.open(1), .close, .page(.text("a"))])
  func `Another case extracts nothing`(action: GuideAction) {
    #expect(GuideAction.searchPath.extract(from: action) == nil)
  }
}
