import ImmutableUI
import Markup

/// A drawing of a dog in the colours of the page.
struct DogDrawing: Component {
  /// The accessible label; `nil` if the drawing is decorative.
  let label: String?

  var body: some HTML {
    svg {
      g {
        path().class("dog-fur").d(
          """
          M364 400c-6-70 20-130 60-150h112c40 20 66 80 60 150zM480 70c-66 0-104 42-104 100 0 34 14 \
          58 24 88 10 34 22 70 80 70s70-36 80-70c10-30 24-54 24-88 0-58-38-100-104-100z
          """)
        path().d(
          """
          M412 88c-54-6-102 50-112 122-6 44 12 76 38 76 36 0 54-56 62-116 4-32 6-58 12-82zM548 \
          88c54-6 102 50 112 122 6 44-12 76-38 76-36 0-54-56-62-116-4-32-6-58-12-82z
          """)
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
      path().class("dog-mouth").d("M480 284v12m-22 4c10 8 34 8 44 0")
    }
    .viewBox(ViewBox(240, 0, 480, 400)).role(label == nil ? nil : "img").aria(.label, label)
    .aria(.hidden, label == nil ? "true" : nil)
  }
}
