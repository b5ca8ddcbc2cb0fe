import ImmutableUI
import Markup
import Testing

@testable import WebSite

/// Route patterns in logs and metrics.
@Suite struct RoutePatternTests {
  @Test(arguments: [
    ("/", "/"),
    ("/animals", "/animals"),
    ("/animals?category=Mammal&dialog=add", "/animals"),
    ("/animals/animalEditor/onTapAddAnimalButton", "/animals/{event}"),
    ("/quakes?q=tonga", "/quakes"),
    ("/quakes.atom?q=tonga", "/quakes.{format}"),
    ("/quakes/map/1ab/north-pole/0-0-0.svg", "/quakes/{file}"),
    ("/quakes/event/us1.png", "/quakes/{file}"),
    ("/quakes/quakeList/onTapRefreshQuakesButton", "/quakes/{event}"),
    ("/breeds?breed=hound&sub=afghan", "/breeds"),
    ("/breeds/dogs/onTapTryAgainButton", "/breeds/{event}"),
    ("/photos?page=2", "/photos"),
    ("/photos/bannerUpdate/onTapSubmitButton", "/photos/{event}"),
    ("/static/live.0123.js", "/static/{file}"),
    ("/live?page=/animals", "/live"),
    ("/sign-in?page=/photos", "/sign-in"),
    ("/changes?changed-by=ada", "/changes"),
    ("/healthz", "/healthz"),
    ("/readyz", "/readyz"),
  ])
  func `A route has a pattern`(target: String, pattern: String) throws {
    let match = try Router(ListeningSite.idle.guides).match(at: target)
    #expect(match.pattern.rawValue == pattern)
  }

  @Test(arguments: ListeningSite.startPages)
  func `A start page has a canonical address`(target: String) throws {
    #expect(try Router(ListeningSite.idle.guides).match(at: target).pageAddress?.text == target)
  }

  /// Requests with an unlisted pattern would be missing in the metrics.
  @Test(arguments: [
    "/", "/live?page=/", "/static/a.css", "/changes", "/sign-in", "/healthz", "/readyz",
    "/robots.txt", "/sitemap.xml", "/site.webmanifest", "/service-worker.js", "/favicon.ico",
    "/apple-touch-icon.png",
  ])
  func `A route of the site has metrics and a reserved name`(target: String) throws {
    let target = try Target(parsing: target)
    let route = try #require(try SiteRoute(parsing: target))
    #expect(SiteRoute.patterns.contains(route.pattern))
    #expect(target.path.isEmpty || SiteRoute.reservedNames.contains(target.path[0]))
  }
}
