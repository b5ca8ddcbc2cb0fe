import Records
import WebSite

/// A site with a guide of books that were lent, and one of people.
@main
struct Loans {
  static func main() async {
    await Site(SiteText("Loans", summary: "The books that we lent.")) { context in
      let people = RecordsGuide(of: Person.self, context)
      return [RecordsGuide(of: Loan.self, context, referringTo: people), people]
    }
    .run()
  }
}
