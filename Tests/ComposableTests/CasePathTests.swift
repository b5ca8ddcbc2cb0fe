import Composable
import Testing

/// Into a case and out of it.
struct CasePathTests {
  @Test(arguments: ["", "a"])
  func `what is put in is taken out`(word: String) {
    let action = GuideAction.searchPath.embed(word)
    #expect(action == .search(word))
    #expect(GuideAction.searchPath.extract(from: action) == word)
  }

  @Test(arguments: [GuideAction.open(1), .close, .page(.word("a"))])
  func `nothing is taken out of another case`(action: GuideAction) {
    #expect(GuideAction.searchPath.extract(from: action) == nil)
  }
}
