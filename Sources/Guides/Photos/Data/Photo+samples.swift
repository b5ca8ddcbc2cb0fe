package import Foundation

extension Photo {
  /// Titles of our own with the colours of their swatches.
  package static let samples: [Photo] = [
    ("fog over the harbour before sunrise", "b8c4cc"),
    ("rapeseed fields in the wind", "e6c229"),
    ("an old brick wall with ivy", "a4452c"),
    ("the last snow under spruces", "dfe8ef"),
    ("a heron in the reeds", "7d8c6c"),
    ("copper roofs after the rain", "5fa08a"),
    ("blackberries on a fence", "4a2545"),
    ("low tide at noon", "c9b48a"),
    ("a lighthouse in the blue hour", "2d4a7c"),
    ("poppies along the railway", "d8392b"),
    ("the kitchen window in december", "f0dcb4"),
    ("moss on a roof of slate", "66713f"),
    ("a swarm of starlings at dusk", "6b5b73"),
    ("salt pans from the hill", "e8b7a5"),
    ("a red boat without oars", "b3211f"),
    ("birches in october", "d9a441"),
    ("cold coffee on a balcony", "6f4e37"),
    ("a thunderstorm leaves the valley", "4c5866"),
    ("wild thyme between stones", "9a6fa5"),
    ("the market hall at six", "c8763a"),
    ("first ice on the canal", "a9cbd6"),
    ("a hedge full of sparrows", "5c7045"),
    ("sand in the shoes", "dcc9a0"),
    ("the night train waits", "1f2a38"),
  ].enumerated().map { index, photo in
    let (title, colour) = photo
    return Photo(
      albumId: 1, id: index + 1, title: title, url: URL(filePath: "/600/\(colour)"),
      thumbnailUrl: URL(filePath: "/150/\(colour)"))
  }
}

extension PhotosProvider {
  /// Returns a provider of the sample, which it stores nowhere.
  package static func sample(now: @escaping @Sendable () -> Date) -> PhotosProvider {
    PhotosProvider(fetch: { FetchedPhotos(photos: Photo.samples, fetched: now()) })
  }
}
