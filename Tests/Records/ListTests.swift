import ImmutableUI
import TestSupport
import Testing

@testable import Records

/// Lists that follow from the last ones, beside those that are made anew.
@Suite struct ListTests {
  @Test(arguments: [1, 2, 3]) func `Lists follow from the last ones`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func loan() -> Loan {
      Loan(
        title: "Book \(Int.random(in: 0..<40, using: &random))",
        due: Bool.random(using: &random) ? Day(2024, 5, .random(in: 1...28, using: &random)) : nil,
        returned: Bool.random(using: &random))
    }
    var state = RecordsState<Loan>()
    for id in 0..<400 { state.put(loan(), id: "\(id)") }
    let lists = ListCache<Loan>()
    let context = RecordsContext()
    let locations = Loan.offeredOrders.flatMap { order in
      [nil, "overdueOnly"].map { filter in
        RecordsLocation<Loan>().with {
          $0.order = order.name
          $0.filter = filter
        }
      }
    }
    for step in 0..<60 {
      // Some steps change more than lists follow.
      for _ in 0..<(step % 20 == 19 ? 100 : Int.random(in: 0...6, using: &random)) {
        let isDeletion = Int.random(in: 0..<4, using: &random) == 0
        state.put(
          isDeletion ? nil : loan(), id: "\(Int.random(in: 0..<500, using: &random))",
          isChange: Bool.random(using: &random))
      }
      // A state whose list nobody asks for.
      if step % 3 == 1 { continue }
      var anew = RecordsState(records: state.records)
      anew.lastChanges = state.lastChanges
      #expect(state.list == anew.list)
      #expect(state.list == state.list.sorted())
      for location in locations {
        let list = lists.list(state.list, at: location, in: context)
        #expect(list == ListCache().list(anew.list, at: location, in: context))
        if let entry = list.randomElement(using: &random)?.entry {
          let rank = lists.rank(of: entry, among: state.list, at: location, in: context)
          #expect(rank.map { list[$0].entry } == entry)
        }
      }
    }
  }
}
