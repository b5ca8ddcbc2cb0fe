import CSamples
package import Foundation

extension Photo {
  /// Photographs in the public domain, which are part of the program.
  package static let samples: [Photo] = sampleFiles.enumerated().map { index, sample in
    Photo(
      albumId: 1, id: index + 1, title: sample.title,
      url: URL(string: "\(sample.name).jpg?v=1") ?? URL(filePath: "/"), album: sample.album,
      size: PictureSize(sample.bytes)?.size)
  }

  fileprivate static let sampleFiles: [SampleFile] = [
    SampleFile("rocket", "Falcon 9 before the launch", "Space"),
    SampleFile("cat", "Chelsea the cat", "Animals"),
    SampleFile("deep_field", "Galaxies in the deep field", "Space"),
    SampleFile("coffee", "Cup of coffee", "Table"),
    SampleFile("raccoon", "Raccoon among leaves", "Animals"),
    SampleFile("stairs", "Stairs to the tower", "City"),
    SampleFile("astronaut", "Astronaut Eileen Collins", "Space"),
    SampleFile("photographer", "Photographer in the park", "City"),
  ]
}

/// A picture of the sample.
private struct SampleFile: Sendable {
  let name: String
  let title: String
  let album: String

  init(_ name: String, _ title: String, _ album: String) {
    (self.name, self.title, self.album) = (name, title, album)
  }

  var bytes: [UInt8] {
    let data = sample_photo(name)
    return Array(UnsafeBufferPointer(start: data.start, count: data.count))
  }
}

extension PhotosProvider {
  /// Returns a provider of the sample, which it stores nowhere.
  package static func sample(now: @escaping @Sendable () -> Date) -> PhotosProvider {
    PhotosProvider(fetch: { FetchedPhotos(photos: Photo.samples, fetched: now()) })
  }
}

extension PhotoFiles {
  /// The pictures of the sample.
  package static let sample = PhotoFiles { path in
    guard let file = Photo.sampleFiles.first(where: { "\($0.name).jpg" == path }) else {
      throw MissingPhotoFile()
    }
    return file.bytes
  }
}
