import ImmutableData
import ImmutableUI
import Markup
import WebSite

@main struct Counter: Guide, Root {
  enum Route: GuideRoute {
    enum Event: String { case increment, decrement }
    case page(StartPage), post(Event, from: StartPage)
    static let path = "counter"
    var destination: Destination<StartPage, Event, Never> {
      switch self {
      case .page(let location): .page(location)
      case .post(let event, let location): .post(event, from: location)
      }
    }
  }
  let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }

  func answer(at location: StartPage) -> Answer<some HTML> {
    let count = store.snapshot
    return .page(Page(title: "Counter", basis: [PageBasis(of: store, at: count)]) {
      h1 { "\(count.state)" }
      form { button { "Count up" }.class("button primary") }.post(to: Route.post(.increment, from: .init()).href)
      form { button { "Count down" }.class("button") }.post(to: Route.post(.decrement, from: .init()).href)
    })
  }
  func answer(to event: Route.Event, from location: StartPage, form: NamedValues) async throws -> Answer<Content> {
    try await store.dispatch(action: event == .increment ? 1 : -1)
    return .seeOther(Route.page(location).href)
  }
  static func main() async { await Site("Counter", guides: [Counter()]).run() }
}
