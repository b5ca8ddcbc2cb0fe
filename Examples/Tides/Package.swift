// swift-tools-version: 6.1

import PackageDescription

func fieldguide(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "fieldguide") }
}

let package = Package(
  name: "tides",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Tides",
      dependencies: fieldguide(
        "ImmutableData", "ImmutableUI", "Look", "Markup", "SharedLog", "WebClient", "WebSite")),
    .testTarget(
      name: "TidesTests",
      dependencies: ["Tides"] + fieldguide("ImmutableUI", "SiteTesting", "WebServer", "WebSite")),
  ])
