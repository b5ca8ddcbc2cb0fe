public import Foundation
public import WebClient

/// A client of the Dog CEO API.
///
/// https://dog.ceo/dog-api/documentation/
public struct DogAPI: Sendable {
  /// The base URL of the public API.
  public static let ceo = "https://dog.ceo/api"

  private let baseURL: URL
  private let client: WebClient
  /// The origins that pictures may be loaded from, such as
  /// `https://images.dog.ceo`.
  public let pictureOrigins: [String]

  /// - Parameters:
  ///   - baseURL: the URL that `/breeds/list/all` is appended to.
  ///   - client: the HTTP client.
  public init(baseURL: URL, client: WebClient) {
    self.baseURL = baseURL
    self.client = client
    let own = baseURL.host() == "dog.ceo" ? nil : baseURL.origin
    pictureOrigins = ["https://images.dog.ceo"] + (own.map { [$0] } ?? [])
  }

  /// Fetches all breeds, sorted by name.
  ///
  /// - Throws: `DogAPIError` or `WebClientError`.
  public func dogs() async throws -> [Dog] {
    let list: [String: [String]] = try await message(at: ["breeds", "list", "all"])
    guard !list.isEmpty, list.count <= 10_000 else { throw DogAPIError.unexpected }
    guard list.allSatisfy({ $0.key.isBreed && $0.value.allSatisfy(\.isBreed) }) else {
      throw DogAPIError.unexpected
    }
    return list.map { Dog(breed: $0.key, subBreeds: $0.value) }.sorted { $0.breed < $1.breed }
  }

  /// Fetches the URL of a random picture of a breed.
  ///
  /// - Throws: `DogAPIError` or `WebClientError`.
  public func picture(of key: BreedKey) async throws -> URL {
    // Only valid names become path components of a URL.
    guard key.breed.isBreed, key.subBreed?.isBreed ?? true else { throw DogAPIError.unknownBreed }
    let path = ["breed", key.breed] + (key.subBreed.map { [$0] } ?? []) + ["images", "random"]
    let text: String = try await message(at: path)
    guard let url = URL(string: text), url.user() == nil, let origin = url.origin,
      pictureOrigins.contains(origin)
    else { throw DogAPIError.refusedPicture }
    return url
  }

  private func message<Message: Decodable>(at path: [String]) async throws -> Message {
    let url = path.reduce(baseURL) { $0.appending(path: $1) }
    let bytes: [UInt8]
    do throws(WebClientError) {
      guard case .content(let content, _) = try await client.get(url) else {
        throw WebClientError.incomplete
      }
      bytes = content
    } catch {
      if error == .status(404) { throw DogAPIError.unknownBreed }
      throw error
    }
    guard let response = try? JSONDecoder().decode(Response<Message>.self, from: Data(bytes)),
      response.status == "success", let message = response.message
    else { throw DogAPIError.unexpected }
    return message
  }

  private struct Response<Message: Decodable>: Decodable {
    let status: String
    let message: Message?

    enum CodingKeys: CodingKey {
      case status, message
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      status = try container.decode(String.self, forKey: .status)
      // In an error response, the message has a different type.
      message = status == "success" ? try container.decode(Message.self, forKey: .message) : nil
    }
  }
}

/// An error of the dog API.
public enum DogAPIError: Error, Hashable, Sendable {
  case unknownBreed
  /// The response is malformed.
  case unexpected
  /// The URL of the picture does not belong to a trusted origin.
  case refusedPicture
}

extension DogAPIError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .unknownBreed: "The server does not know this breed."
    case .unexpected: "The server sent an unexpected response."
    case .refusedPicture: "The server sent a picture address that is not trusted."
    }
  }
}

extension String {
  /// True if the string is spelled like a breed of the API: 1 to 64 letters
  /// from a to z.
  fileprivate var isBreed: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
