import AnimalsData
import Look
import Markup

extension AnimalsData.Category {
  /// The drawing of a category; a leaf for all animals, and for one that has none.
  static func drawing(of categoryId: ID?) -> Icon.Shape {
    categoryId.flatMap { drawings[$0] } ?? .leaf
  }

  /// The drawings by category.
  private static let drawings: [ID: Icon.Shape] = [
    Category.amphibian.id: drawing(
      filled: [
        "M12 21a5.5 5.5 0 1 1 9-5h6a5.5 5.5 0 1 1 9 5c3 3 4 7 4 10 0 6-6 9-16 9S8 37 8 31c0-3 1-7 4-10z",
        "M8 29c-5 1-6 8-3 12h9M40 29c5 1 6 8 3 12h-9",
      ],
      lines: ["M19 40v-6M29 40v-6M15 26c5 4 13 4 18 0"], dots: [(16, 15.5, 1.6), (32, 15.5, 1.6)]),
    Category.bird.id: drawing(
      filled: [
        "M3 38l11-10c0-11 7-18 15-18 5 0 9 3 10 7l6 2-6 2c0 10-7 17-17 17-4 0-7-1-9-3z",
        "M17 27c4-4 10-5 16-3-1 6-5 9-10 9-3 0-5-2-6-6z",
      ],
      lines: ["M21 38v6M27 37v6"], dots: [(33, 16.5, 1.4)]),
    Category.fish.id: drawing(
      filled: [
        "M3 25c5-8 12-12 20-12 7 0 12 4 15 8l7-6v20l-7-6c-3 4-8 8-15 8-8 0-15-4-20-12z",
        "M20 13c2-4 6-6 11-5-1 2-1 5 0 7M21 37c2 3 5 4 9 4-1-2-1-4 0-6",
      ],
      lines: ["M15 17c3 5 3 11 0 16M23 21c2 3 2 5 0 8M30 21c2 3 2 5 0 8"], dots: [(9.5, 23, 1.4)]),
    Category.invertebrate.id: drawing(
      filled: [
        "M24 22C21 12 11 5 6 9c-4 4-1 13 6 15-6 2-7 9-3 12 5 3 12-2 15-9 3 7 10 12 15 9 4-3 3-10-3-12 7-2 10-11 6-15-5-4-15 3-18 13z"
      ],
      lines: ["M24 19v18M24 19c-1-4-3-7-6-9M24 19c1-4 3-7 6-9"],
      dots: [(12.5, 15, 1.8), (35.5, 15, 1.8), (14.5, 30.5, 1.3), (33.5, 30.5, 1.3)]),
    Category.mammal.id: drawing(
      filled: [
        "M9 39C6 29 12 20 21 20c3 0 6 1 8 2 0-4 1-7 3-9-3-4-4-9-2-10 3 0 5 5 6 9 5 1 8 5 8 9 0 3-3 4-7 4-1 5-2 10-2 14l3 2h-6l-1-9c-1 3-3 5-6 5l3 4H12c-2 0-3-1-3-2z",
        "M35.5 12c1-4 3-7 5-7 2 2 0 7-3 9", "M8 37c-4 1-6-4-2-6 1-1 2-1 3 0",
      ],
      lines: ["M15 38c-1-6 2-9 7-9"], dots: [(37, 18.5, 1.4)]),
    Category.reptile.id: drawing(
      filled: [
        "M36 26c2-5 4-7 7-7 4 0 4 6 1 8l-3 6h-3M10 33v7h6l1-7M28 33l1 7h6v-7M5 33l-3 3z",
        "M5 33c0-11 7-19 17-19s16 8 16 19z",
      ],
      lines: ["M16 22h12l4 11M16 22l-4 11M16 22l-3-5M28 22l3-5M20 22l-2 11M24 22l2 11"],
      dots: [(43, 23, 1.2)]),
  ]

  private static func drawing(
    filled: [String], lines: [String], dots: [(x: Double, y: Double, radius: Double)]
  ) -> Icon.Shape {
    Icon.Shape(side: 48) {
      // Lines are thin at every size.
      ForEach(filled) { commands in
        path().d(commands).fill("currentColor").fillOpacity(0.2).vectorEffect("non-scaling-stroke")
      }
      ForEach(lines) { path().d($0).vectorEffect("non-scaling-stroke") }
      ForEach(dots) { dot in
        circle().cx(dot.x).cy(dot.y).r(dot.radius).fill("currentColor").stroke("none")
      }
    }
  }
}
