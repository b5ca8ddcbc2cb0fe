# Build: the toolchain, and what `make run` installs. Another package, such as
# Examples/Tides with the product Tides, is built and installed like this one.
FROM swift:6.3-bookworm AS build
ARG PACKAGE=.
ARG PRODUCT=fieldguide
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install build
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Benchmarks Benchmarks
COPY Examples Examples
COPY Templates Templates
COPY Public Public
# The version names the commit, since the image has no clone.
ARG FIELDGUIDE_COMMIT
RUN swift build --package-path "$PACKAGE" --scratch-path .build --configuration release --product "$PRODUCT" --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -disable-type-layout -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker --gc-sections -Xlinker --strip-all
RUN mkdir /installed && cp ".build/release/$PRODUCT" /installed/fieldguide

# Run: the program, as a user who owns only the data. `Scripts/image-check` does the same without Docker.
FROM debian:bookworm-slim
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install run && useradd --system --create-home --home-dir /data fieldguide
COPY --from=build /installed ./
USER fieldguide
VOLUME /data
EXPOSE 8080 9464
ENV FIELDGUIDE_HOST=0.0.0.0 FIELDGUIDE_DATA=/data FIELDGUIDE_METRICS_HOST=0.0.0.0
ENTRYPOINT ["/fieldguide/fieldguide"]
CMD ["serve"]
