import Foundation
import Testing

@testable import WebSite

@Suite struct AssetsTests {
  @Test(arguments: [
    ("js", "  // A comment.\n  let a = 1; // b;\n\n}", "let a = 1; // b;\n}\n"),
    ("js", "f({\n  a,\n  b: g()\n});\n", "f({a,b: g()\n});"),
    ("js", "let a = `\n  // text\n`", "let a = `\n  // text\n`"),
    ("css", "/* A comment. */\n  a, b :c { d: e; f: g }\n", "a,b :c{d: e;f: g}"),
    ("css", "a { content: \"; \" }", "a { content: \"; \" }"),
    ("css", "/* a */ b { c: d } /* e */", "/* a */ b{c: d}/* e */\n"),
    ("css", "/* a\n   b */", "/* a\nb */\n"),
    ("svg", "  <svg/>\n", "  <svg/>\n"),
  ])
  func `Scripts and style sheets are sent without comments and spare spaces`(
    suffix: String, content: String, sent: String
  ) {
    let shortened = Assets.shortened(Data(content.utf8), suffix)
    #expect(String(decoding: shortened, as: UTF8.self) == sent)
  }
}
