import Foundation
import ImmutableUI
import Records
import Testing

@testable import Loans

@Suite struct LoansTests {
  @Test(arguments: [(-1, false, true), (0, false, false), (1, false, false), (-1, true, false)])
  func `A loan is overdue after its day`(_ days: Int, _ returned: Bool, _ isOverdue: Bool) {
    let now = Now(Date(timeIntervalSince1970: 1_772_700_000))
    #expect(Loan(due: now.today + days, returned: returned).isOverdue(now) == isOverdue)
  }

  @Test(arguments: PreviewText.allCases)
  func `Every preview is rendered with escaped texts`(_ text: PreviewText) {
    for preview in RecordsPage<Loan>.previews + RecordsPage<Person>.previews {
      let html = preview.page(text).content.renderedString()
      #expect(!html.isEmpty && !html.contains("<script>"), "\(preview.component) \(preview.name)")
    }
  }
}
