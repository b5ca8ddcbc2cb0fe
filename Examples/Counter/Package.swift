// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "counter",
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Counter",
      dependencies: ["ImmutableData", "ImmutableUI", "Markup", "WebSite"].map {
        .product(name: $0, package: "fieldguide")
      })
  ])
