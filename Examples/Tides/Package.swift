// swift-tools-version: 6.1

import PackageDescription

let products = [
  "ImmutableData", "ImmutableUI", "Look", "Markup", "SharedLog", "WebClient", "WebSite",
]

let package = Package(
  name: "tides",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "fieldguide", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Tides",
      dependencies: products.map { .product(name: $0, package: "fieldguide") }
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .testTarget(
      name: "TidesTests",
      dependencies: ["Tides", .product(name: "SiteTesting", package: "fieldguide")]),
  ])
