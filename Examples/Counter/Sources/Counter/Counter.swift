import ImmutableData
import ImmutableUI
import Markup
import WebSite

@main struct Counter: Guide, Root {
  enum Route: GuideRoute {
    enum Event: String, CaseIterable { case up, down }
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
  func response(at location: StartPage) -> PageResponse<some HTML> {
    .page("Counter", of: store) { count in
      h1 { String(count) }
      ForEach(Route.Event.allCases) { event in
        form {
          button { "Count \(event)" }.class("button", event == .up ? "primary" : nil)
            .id(event.rawValue)
        }
        .post(to: Route.post(event, from: location).href)
      }
    }
  }
  func response(to event: Route.Event, from location: StartPage, form: NamedValues) async throws
    -> PageResponse<Content>
  {
    try await store.dispatch(action: event == .up ? 1 : -1)
    return .seeOther(Route.page(location).href.fragment(event.rawValue))
  }
  static func main() async { await Site("Counter", guides: [Counter()]).run() }
}
