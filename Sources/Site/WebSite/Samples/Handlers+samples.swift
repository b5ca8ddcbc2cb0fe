import ImmutableUI
import Markup
import WebServer

extension Handlers {
  /// Turns samples on or off, and returns to the page.
  func performSample(_ event: SampleSwitch.Event, page: String, for context: RequestContext)
    -> Reply
  {
    errors.later(context) { [router = accounts.router] in
      if event == .hide || router.samples.isOffered { try await router.samples.perform(event) }
      return .seeOther(router.pageAddress(of: page).text)
    }
  }
}
