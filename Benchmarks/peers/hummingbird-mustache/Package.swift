// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "hummingbird-peer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  ],
  targets: [
    .executableTarget(
      name: "Peer",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
