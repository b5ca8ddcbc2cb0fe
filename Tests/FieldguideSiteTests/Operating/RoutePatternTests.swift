import ImmutableUI
import Markup
import Testing

@testable import WebSite

/// The kinds of address: what is logged and counted of them.
@Suite struct RoutePatternTests {
  @Test(arguments: [
    ("/", "/"),
    ("/animals", "/animals"),
    ("/animals?category=Mammal&sheet=add", "/animals"),
    ("/animals/animalEditor/onTapAddAnimalButton", "/animals/{component}/{event}"),
    ("/quakes?q=tonga", "/quakes"),
    ("/quakes.atom?q=tonga", "/quakes.{format}"),
    ("/quakes/quakeList/onTapRefreshQuakesButton", "/quakes/{component}/{event}"),
    ("/breeds?breed=hound&sub=afghan", "/breeds"),
    ("/breeds/dogs/onTapTryAgainButton", "/breeds/{component}/{event}"),
    ("/photos?page=2", "/photos"),
    ("/photos/bannerUpdate/onTapSubmitButton", "/photos/{component}/{event}"),
    ("/static/live.0123.js", "/static/{file}"),
    ("/live?page=/animals", "/live"),
    ("/sign-in?page=/photos", "/sign-in"),
    ("/healthz", "/healthz"),
    ("/readyz", "/readyz"),
  ])
  func `A route has a pattern`(target: String, pattern: String) throws {
    let route = try #require(try SiteRoute(parsing: Target(parsing: target)))
    #expect(route.pattern.rawValue == pattern)
    #expect(route.plainHref != nil, "it prints what it parses")
  }

  @Test(arguments: [nil] + Guide.allCases.map(Optional.some))
  func `A cached page has the pattern of its route`(guide: Guide?) throws {
    let href = guide?.href ?? SiteRoute.front.href
    let route = try #require(try SiteRoute(parsing: Target(parsing: href.text)))
    #expect(RoutePattern(pageOf: guide) == route.pattern)
  }
}
