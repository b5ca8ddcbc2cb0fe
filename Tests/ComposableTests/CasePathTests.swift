import Composable
import Testing

/// Into a case and out of it.
struct CasePathTests {
  @Test(arguments: ["", "a"])
  func `An embedded action is extracted`(word: String) {
    let action = GuideAction.searchPath.embed(word)
    #expect(action == .search(word))
    #expect(GuideAction.searchPath.extract(from: action) == word)
  }

  @Test(arguments: [GuideAction.open(1), .close, .page(.word("a"))])
  func `Another case extracts nothing`(action: GuideAction) {
    #expect(GuideAction.searchPath.extract(from: action) == nil)
  }
}
