import ImmutableUI
import Markup

/// A drawing of a dog in the colours of the page.
struct DogDrawing: Component {
  /// The accessible label; `nil` if the drawing is decorative.
  let label: String?
  var look = Look()

  /// The features in which drawings of breeds differ.
  struct Look: Hashable, Sendable {
    enum Ears: String, Hashable, Sendable { case hanging, upright }
    enum Coat: String, Hashable, Sendable { case plain, spotted, curly }

    var ears = Ears.hanging
    var coat = Coat.plain

    /// The `id` of the shapes in a list of drawings.
    var id: String { "dog-\(ears)-\(coat)" }
  }

  var body: some HTML {
    svg { Shapes(look: look) }
      .viewBox(Self.area).role(label == nil ? nil : "img").aria(.label, label)
      .aria(.hidden, label == nil ? "true" : nil)
  }

  static let area = ViewBox(240, 0, 480, 400)
}

extension DogDrawing {
  /// The shapes of a drawing.
  struct Shapes: Component {
    let look: Look

    var body: some HTML {
      g {
        path().class("dog-fur").d(
          """
          M364 400c-6-70 20-130 60-150h112c40 20 66 80 60 150zM480 70c-66 0-104 42-104 100 0 34 14 \
          58 24 88 10 34 22 70 80 70s70-36 80-70c10-30 24-54 24-88 0-58-38-100-104-100z
          """)
        switch look.ears {
        case .upright:
          path().d(
            """
            M400 132c-16-42-18-86-6-116 32 14 60 40 72 66zM560 132c16-42 18-86 6-116-32 14-60 40-72 \
            66z
            """)
        case .hanging:
          path().d(
            """
            M412 88c-54-6-102 50-112 122-6 44 12 76 38 76 36 0 54-56 62-116 4-32 6-58 12-82zM548 \
            88c54-6 102 50 112 122 6 44-12 76-38 76-36 0-54-56-62-116-4-32-6-58-12-82z
            """)
        }
        if look.coat == .curly {
          ForEach(DogDrawing.curls) { circle().cx($0.x).cy($0.y).r($0.radius) }
        }
      }
      .fill("currentColor")
      path().class("dog-face").d(
        """
        M480 78c-10 0-14 36-16 88-2 38-46 50-46 96 0 34 26 52 62 52s62-18 62-52c0-46-44-58-46-96-2-52\
        -6-88-16-88z
        """)
      g {
        circle().cx(428).cy(178).r(10)
        circle().cx(532).cy(178).r(10)
        path().d("M480 240c-20 0-32 8-32 20s18 24 32 24 32-12 32-24-12-20-32-20z")
      }
      .class("dog-nose")
      if look.coat == .spotted {
        g {
          ForEach(DogDrawing.spots) { circle().cx($0.x).cy($0.y).r($0.radius) }
        }
        .class("dog-nose")
      }
      path().class("dog-mouth").d("M480 284v12m-22 4c10 8 34 8 44 0")
    }
  }

  private struct Dot: Sendable {
    let x: Double
    let y: Double
    let radius: Double
  }

  private static let curls = [
    Dot(x: 424, y: 92, radius: 30), Dot(x: 452, y: 64, radius: 32), Dot(x: 508, y: 64, radius: 32),
    Dot(x: 536, y: 92, radius: 30), Dot(x: 320, y: 272, radius: 34),
    Dot(x: 640, y: 272, radius: 34),
  ]
  private static let spots = [
    Dot(x: 408, y: 232, radius: 9), Dot(x: 556, y: 226, radius: 10),
    Dot(x: 430, y: 124, radius: 8), Dot(x: 526, y: 112, radius: 11),
    Dot(x: 398, y: 344, radius: 13), Dot(x: 452, y: 372, radius: 9),
    Dot(x: 512, y: 352, radius: 14), Dot(x: 570, y: 372, radius: 10),
    Dot(x: 332, y: 190, radius: 11), Dot(x: 630, y: 214, radius: 12),
  ]
}

/// The small drawings of a list: each look is drawn once, and referred to by `DogThumbnail`.
struct DogShapes: Component {
  let looks: [DogDrawing.Look]

  /// - Parameter looks: the looks of the drawings of the list.
  init(of looks: some Sequence<DogDrawing.Look>) {
    self.looks = Set(looks).sorted { $0.id < $1.id }
  }

  var body: some HTML {
    svg {
      defs {
        ForEach(looks) { look in g { DogDrawing.Shapes(look: look) }.id(look.id) }
      }
    }
    .class("vh").aria(.hidden, "true")
  }
}

/// A small picture in a frame of a fixed size. The drawing stays visible until the picture
/// is loaded, and if it cannot be loaded: an image without alternative text has no sign of
/// its own.
struct DogThumbnail: Component, Hashable {
  let look: DogDrawing.Look
  /// The picture; `nil` if none is known yet.
  let picture: Href?

  var body: some HTML {
    span {
      svg { use().href(Href(fragment: look.id)) }.viewBox(DogDrawing.area)
      if let picture { img().src(picture).alt("").lazy() }
    }
    .class("thumb").aria(.hidden, "true")
  }
}

extension DogDrawing.Look {
  /// Returns the look of a breed.
  static func of(_ breed: String) -> Self { ofBreeds[breed] ?? Self() }

  /// The breeds that have drawings of their own, by their names in the API.
  static let ofBreeds: [String: Self] = [
    "akita": Self(ears: .upright), "basenji": Self(ears: .upright),
    "chihuahua": Self(ears: .upright), "corgi": Self(ears: .upright),
    "dalmatian": Self(coat: .spotted), "eskimo": Self(ears: .upright),
    "german": Self(ears: .upright),
    "husky": Self(ears: .upright), "poodle": Self(coat: .curly), "shiba": Self(ears: .upright),
  ]
}
