// swift-tools-version: 6.1

import PackageDescription

// The commit that is built, for the version of the program. One C file depends on it, so
// that a new commit compiles nothing else again. A build without a clone, as in a
// container, names it in the environment.
let commit =
  Context.environment["FIELDGUIDE_COMMIT"].flatMap { $0.isEmpty ? nil : $0 }
  ?? Context.gitInformation.map {
    String($0.currentCommit.prefix(12)) + ($0.hasUncommittedChanges ? "+changes" : "")
  }

let package = Package(
  name: "fieldguide",
  products: [
    .executable(name: "fieldguide", targets: ["FieldguideProgram"]),
    .plugin(name: "EmbedFiles", targets: ["EmbedFiles"]),
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableTesting", targets: ["ComposableTesting"]),
    .library(name: "Durable", targets: ["Durable"]),
    .library(name: "ImmutableData", targets: ["ImmutableData"]),
    .library(name: "ImmutableUI", targets: ["ImmutableUI"]),
    .library(name: "Look", targets: ["Look"]),
    .library(name: "Markup", targets: ["Markup"]),
    .library(name: "Metrics", targets: ["Metrics"]),
    .library(name: "Postgres", targets: ["Postgres"]),
    .library(name: "Records", targets: ["Records"]),
    .library(name: "SiteTesting", targets: ["SiteTesting"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "TextSearch", targets: ["TextSearch"]),
    .library(name: "WebClient", targets: ["WebClient"]),
    .library(name: "WebServer", targets: ["WebServer"]),
    .library(name: "WebSite", targets: ["WebSite"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
)

/// Returns the targets of a floor: a folder of `Sources`, and one of `Tests`.
///
/// A target imports only what is on its own floor or on one before it, in the order of this
/// file; `make lint` checks it. The two targets of a guide, such as `AnimalsData` and
/// `AnimalsUI`, are folders of `Guides/Animals`.
func floor(_ floor: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    let isTest = target.type == .test
    var folder = isTest ? String(target.name.dropLast("Tests".count)) : target.name
    for part in ["Data", "UI"] where floor == "Guides" && folder.hasSuffix(part) {
      folder = folder.dropLast(part.count) + "/" + part
    }
    target.path =
      (isTest ? "Tests/" : "Sources/") + (folder == floor ? floor : "\(floor)/\(folder)")
    if folder == floor, !isTest { target.exclude.append("README.md") }
  }
  return targets
}

// C libraries and data that the linker embeds.
package.targets += floor(
  "C",
  [
    .target(
      name: "CCommit",
      cSettings: commit.map { [.define("FIELDGUIDE_COMMIT", to: "\"\($0)\"")] } ?? []),
    .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    .target(
      name: "CGlyphs", exclude: ["SOURCES.md", "glyphs.tsv"],
      cSettings: [.headerSearchPath(".")]),
    .target(
      name: "CGeography",
      exclude: ["SOURCES.md", "areas.tsv", "names.tsv", "outlines.bin", "zones.bin"],
      cSettings: [.headerSearchPath(".")]),
    .systemLibrary(
      name: "CGnuTLS",
      pkgConfig: "gnutls",
      providers: [.apt(["libgnutls28-dev"])]
    ),
    .systemLibrary(
      name: "CMicrohttpd",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "CSamples", exclude: ["SOURCES.md", "all_month.geojson", "photos"],
      cSettings: [.headerSearchPath(".")]),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
  ])

// The store, and composed reducers with effects.
package.targets += floor(
  "State",
  [
    .target(name: "ImmutableData"),
    .testTarget(name: "ImmutableDataTests", dependencies: ["ImmutableData", "TestSupport"]),
    .target(name: "Composable", dependencies: ["ImmutableData"]),
    .testTarget(
      name: "ComposableTests",
      dependencies: ["Composable", "ComposableTesting", "ImmutableData", "TestSupport"]),
    .target(
      name: "ComposableTesting",
      dependencies: [
        "Composable", "ImmutableData",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]
    ),
    .testTarget(
      name: "ComposableTestingTests", dependencies: ["Composable", "ComposableTesting"]),
  ])

// HTML, components, and the site's look.
package.targets += floor(
  "Pages",
  [
    .target(name: "Markup"),
    .testTarget(
      name: "MarkupTests", dependencies: ["Markup", "TestSupport"], exclude: ["parse_back.py"]),
    .target(name: "ImmutableUI", dependencies: ["ImmutableData", "Markup"]),
    .testTarget(
      name: "ImmutableUITests",
      dependencies: ["ImmutableData", "ImmutableUI", "Markup", "TestSupport"]),
    .target(name: "Look", dependencies: ["ImmutableUI", "Markup"]),
    .testTarget(name: "LookTests", dependencies: ["ImmutableUI", "Look", "Markup"]),
  ])

// Puts public files and templates in a program.
package.targets.append(
  .plugin(name: "EmbedFiles", capability: .buildTool(), path: "Scripts/EmbedFiles"))

// The HTTP server and client, and metrics.
package.targets += floor(
  "Web",
  [
    .target(
      name: "WebServer",
      dependencies: [
        "CMicrohttpd", "CZlib",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "CZlib", "TestSupport", "WebServer",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(name: "WebClient", dependencies: ["CCurl"]),
    .testTarget(name: "WebClientTests", dependencies: ["TestSupport", "WebClient"]),
    .target(name: "Metrics"),
    .testTarget(name: "MetricsTests", dependencies: ["Metrics"]),
  ])

// Databases, the log that instances share, text and geography.
package.targets += floor(
  "Data",
  [
    .target(
      name: "Storage",
      dependencies: [
        "Metrics", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Storage", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .target(name: "Postgres", dependencies: ["CPostgres"]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
    .target(
      name: "Durable",
      dependencies: [
        "ImmutableData",
        "Postgres", "Storage", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "DurableTests",
      dependencies: [
        "Durable", "Postgres", "Storage", "TestSupport", "fieldguide-benchmark",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(name: "TextSearch"),
    .testTarget(name: "TextSearchTests", dependencies: ["TestSupport", "TextSearch"]),
    .target(name: "Geography", dependencies: ["CGeography", "TextSearch"]),
    .testTarget(name: "GeographyTests", dependencies: ["Geography"]),
  ])

// From a request to a response.
package.targets += floor(
  "Site",
  [
    .target(
      name: "WebSite",
      dependencies: [
        "CCrypt", "CCurl", "CGnuTLS", "CMicrohttpd", "CPostgres", "CZlib", "Durable",
        "ImmutableData", "ImmutableUI", "Look", "Markup", "Metrics", "Postgres", "Storage",
        "TextSearch", "WebClient", "WebServer",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      // For `EmbedFiles`.
      exclude: ["Resources"],
      plugins: ["EmbedFiles"]
    ),
    .target(
      name: "SiteTesting",
      dependencies: [
        "Durable", "WebServer", "WebSite",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "WebSiteTests",
      dependencies: [
        "AnimalsData", "AnimalsUI", "BreedsData", "BreedsUI", "Composable", "Durable", "Fieldguide",
        "DevelopmentTools", "WebSite", "ImmutableData", "ImmutableUI", "Look", "Markup", "Metrics",
        "PhotosData",
        "PhotosUI", "Postgres", "QuakesData", "QuakesUI", "Records", "Scenes", "SiteTesting",
        "TestSupport", "WebServer",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Former", "Snapshots"]
    ),
  ])

// Guides that follow from the fields of a record.
package.targets += floor(
  "Records",
  [
    .target(
      name: "Records",
      dependencies: [
        "Durable", "ImmutableData", "ImmutableUI", "Look", "Markup", "Postgres",
        "Storage",
        "TextSearch", "WebSite",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "Durable", "ImmutableData", "ImmutableUI", "Look", "Markup", "Postgres", "Records",
        "Storage", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
  ])

// The four guides.
package.targets += floor(
  "Guides",
  [
    .target(
      name: "AnimalsData",
      dependencies: [
        "Durable", "ImmutableData", "Records", "Storage", "TextSearch",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "AnimalsDataTests",
      dependencies: [
        "AnimalsData", "Durable", "ImmutableData", "Records", "Storage", "TestSupport",
        "TextSearch",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "AnimalsUI",
      dependencies: [
        "AnimalsData", "ImmutableData", "ImmutableUI", "Look", "Markup", "Records", "Storage",
        "TextSearch", "WebSite",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "AnimalsUITests",
      dependencies: [
        "AnimalsData", "AnimalsUI", "ImmutableData", "ImmutableUI", "Look", "Markup", "Records",
        "Scenes",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "QuakesData",
      dependencies: [
        "CSamples", "Durable", "Geography", "ImmutableData", "Storage", "TextSearch",
        "WebClient", "WebServer",
        .product(name: "HashTreeCollections", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "QuakesDataTests",
      dependencies: [
        "Durable", "Geography", "ImmutableData", "QuakesData", "TestSupport",
        "TextSearch", "WebClient", "WebServer",
        .product(name: "HashTreeCollections", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "QuakesUI",
      dependencies: [
        "CGlyphs", "CZlib", "Durable", "Geography", "ImmutableData", "ImmutableUI", "Look",
        "Markup", "QuakesData", "TextSearch", "WebClient", "WebServer", "WebSite",
      ]
    ),
    .testTarget(
      name: "QuakesUITests",
      dependencies: [
        "Durable", "Geography", "ImmutableData", "ImmutableUI", "Look", "Markup", "Postgres",
        "QuakesData", "QuakesUI", "TestSupport",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      exclude: ["mechanisms.py", "zones.tsv"]
    ),
    .target(
      name: "BreedsData",
      dependencies: ["Composable", "Durable", "ImmutableData", "WebClient"]
    ),
    .testTarget(
      name: "BreedsDataTests",
      dependencies: [
        "BreedsData", "Composable", "ComposableTesting", "Durable", "ImmutableData", "TestSupport",
        "WebClient",
      ]
    ),
    .target(
      name: "BreedsUI",
      dependencies: [
        "BreedsData", "Composable", "Durable", "ImmutableData", "ImmutableUI", "Look", "Markup",
        "TextSearch", "WebClient", "WebSite",
      ]
    ),
    .testTarget(
      name: "BreedsUITests",
      dependencies: [
        "BreedsData", "BreedsUI", "Composable", "ImmutableData", "ImmutableUI", "Look", "Markup",
        "TestSupport",
      ]
    ),
    .target(
      name: "PhotosData",
      dependencies: [
        "CSamples", "Durable", "ImmutableData", "TextSearch", "WebClient",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "PhotosDataTests",
      dependencies: [
        "Durable", "ImmutableData", "PhotosData", "TestSupport", "WebClient",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "PhotosUI",
      dependencies: [
        "Durable", "ImmutableData", "ImmutableUI", "Look", "Markup", "PhotosData", "WebClient",
        "WebSite",
      ]
    ),
    .testTarget(
      name: "PhotosUITests",
      dependencies: [
        "ImmutableData", "ImmutableUI", "Look", "Markup", "PhotosData", "PhotosUI", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InstancesTests",
      dependencies: [
        "AnimalsData", "AnimalsUI", "BreedsData", "BreedsUI", "Composable", "Durable",
        "ImmutableData",
        "ImmutableUI", "PhotosData", "PhotosUI", "Postgres", "QuakesData", "QuakesUI",
        "TestSupport", "WebSite",
        .product(name: "HashTreeCollections", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
  ])

// The program.
package.targets += floor(
  "Fieldguide",
  [
    .target(
      name: "Fieldguide",
      dependencies: [
        "CCommit", "AnimalsUI", "BreedsData", "BreedsUI", "ImmutableUI", "PhotosData", "PhotosUI",
        "QuakesData", "QuakesUI", "WebSite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Program"],
      plugins: ["EmbedFiles"]
    ),
    .testTarget(
      name: "FieldguideTests",
      dependencies: [
        "Durable", "Fieldguide", "WebSite", "ImmutableData", "ImmutableUI", "Metrics", "QuakesData",
        "Storage", "TestSupport", "WebServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
  ])

// The program itself, that of its developers with a gallery and an inspector, and the states that
// the gallery shows. Only debug builds have what these are made of.
package.targets += [
  .executableTarget(
    name: "FieldguideProgram", dependencies: ["Fieldguide"], path: "Sources/Fieldguide/Program"),
  .executableTarget(
    name: "fieldguide-development",
    dependencies: ["DevelopmentTools", "Fieldguide", "Scenes", "WebSite"],
    path: "Tests/Development/Program"),
  .target(
    name: "DevelopmentTools",
    dependencies: [
      "ImmutableData", "ImmutableUI", "Look", "Markup", "WebServer", "WebSite",
      .product(name: "CustomDump", package: "swift-custom-dump"),
    ],
    path: "Tests/Development/Tools"),
  .testTarget(
    name: "DevelopmentToolsTests",
    dependencies: [
      "AnimalsData", "DevelopmentTools", "ImmutableData", "ImmutableUI",
      .product(name: "HashTreeCollections", package: "swift-collections"),
    ],
    path: "Tests/Development/Tests"),
  .target(
    name: "Scenes",
    dependencies: [
      "AnimalsData", "AnimalsUI", "BreedsData", "BreedsUI", "Geography", "ImmutableData",
      "ImmutableUI", "Look", "Markup", "PhotosData", "PhotosUI", "QuakesData", "QuakesUI",
      "Records", "WebClient", "WebSite",
      .product(name: "HashTreeCollections", package: "swift-collections"),
    ],
    path: "Tests/Scenes"),
]

// What benchmarks measure beside the program, and what tests of several targets share:
// fixtures, folders, clocks, sockets, random numbers.
package.targets += [
  .executableTarget(
    name: "fieldguide-benchmark",
    dependencies: [
      "AnimalsData", "AnimalsUI", "Durable", "WebSite", "ImmutableData", "ImmutableUI", "Markup",
      "Postgres", "QuakesData", "QuakesUI", "Records", "WebServer",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
      .product(name: "HTTPTypes", package: "swift-http-types"),
      .product(name: "HashTreeCollections", package: "swift-collections"),
      .product(name: "Logging", package: "swift-log"),
    ],
    path: "Benchmarks/Program"
  ),
  .target(
    name: "TestSupport",
    dependencies: [
      "Durable", "Postgres",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "Logging", package: "swift-log"),
    ],
    path: "Tests/Support"),
]

// The rules that parsers keep whatever strangers send: as a test, and, where
// `Scripts/fuzz` asks for it, as a program that libFuzzer drives.
let fuzzed: [Target.Dependency] = [
  "AnimalsUI", "BreedsUI", "WebSite", "ImmutableUI", "Look", "Markup", "PhotosUI", "QuakesData",
  "QuakesUI", "Records", "WebClient", "WebServer",
  .product(name: "HTTPTypes", package: "swift-http-types"),
]
package.targets.append(
  Context.environment["FIELDGUIDE_FUZZING"] == "1"
    ? .executableTarget(
      name: "fieldguide-fuzz", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Corpus", "README.md", "Seeds", "Tests"], sources: ["Program", "Rules"])
    : .testTarget(
      name: "FuzzingTests", dependencies: fuzzed + ["TestSupport"], path: "Tests/Fuzzing",
      exclude: ["Corpus", "Program", "README.md", "Seeds"], sources: ["Rules", "Tests"]))

for target in package.targets where ![.plugin, .system].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
      .enableUpcomingFeature("ExistentialAny"),
      // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
      .enableUpcomingFeature("MemberImportVisibility"),
      // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
      .enableUpcomingFeature("InternalImportsByDefault"),
      .swiftLanguageMode(.v6),
    ]
}
