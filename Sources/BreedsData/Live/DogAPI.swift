public import Foundation
public import WebClient

/// The breeds and pictures of the Dog CEO API.
///
/// https://dog.ceo/dog-api/documentation/
public struct DogAPI: Sendable {
  /// Where the API is.
  public static let ceo = "https://dog.ceo/api"

  private let baseURL: URL
  private let client: WebClient
  /// Where pictures may be, as in `https://images.dog.ceo`.
  public let pictureOrigins: [String]

  /// - Parameters:
  ///   - baseURL: what comes before `/breeds/list/all`.
  ///   - client: fetches.
  public init(baseURL: URL, client: WebClient) {
    self.baseURL = baseURL
    self.client = client
    let own = baseURL.host() == "dog.ceo" ? nil : baseURL.origin
    pictureOrigins = ["https://images.dog.ceo"] + (own.map { [$0] } ?? [])
  }

  /// All breeds, in the order of their names.
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

  /// Some picture of a breed.
  ///
  /// - Throws: `DogAPIError` or `WebClientError`.
  public func picture(of key: BreedKey) async throws -> URL {
    // Only such names are put into an address.
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
    guard let answer = try? JSONDecoder().decode(Answer<Message>.self, from: Data(bytes)),
      answer.status == "success", let message = answer.message
    else { throw DogAPIError.unexpected }
    return message
  }

  private struct Answer<Message: Decodable>: Decodable {
    let status: String
    let message: Message?

    enum CodingKeys: CodingKey {
      case status, message
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      status = try container.decode(String.self, forKey: .status)
      // Where the status is an error the message is of another type.
      message = status == "success" ? try container.decode(Message.self, forKey: .message) : nil
    }
  }
}

/// What the API should not have answered.
public enum DogAPIError: Error, Hashable, Sendable {
  case unknownBreed
  /// No proper answer.
  case unexpected
  /// A picture that is where none may be.
  case refusedPicture
}

extension DogAPIError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .unknownBreed: "The server does not know this breed."
    case .unexpected: "The server answered something else than was asked for."
    case .refusedPicture: "The server named a picture in a place that is not trusted."
    }
  }
}

extension String {
  /// Whether it is spelled as the API spells breeds.
  fileprivate var isBreed: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension URL {
  /// Scheme, host and port, as in a content security policy.
  fileprivate var origin: String? {
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = host()?.lowercased(), !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }
}
