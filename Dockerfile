# Build: the toolchain, and what `make run` installs.
FROM swift:6.3-bookworm AS build
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install build
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Benchmarks Benchmarks
# The version names the commit, since the image has no clone.
ARG FIELDGUIDE_COMMIT
RUN swift build --configuration release --product fieldguide --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -disable-type-layout -Xlinker --gc-sections -Xlinker --strip-all
RUN mkdir /installed && cp .build/release/fieldguide /installed/

# Run: the program, its templates and its files, as a user who owns only the
# data. `Scripts/image-check` does the same without Docker.
FROM debian:bookworm-slim
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install run && useradd --system --create-home --home-dir /data fieldguide
COPY --from=build /installed/fieldguide ./
COPY Templates Templates
COPY Public Public
USER fieldguide
VOLUME /data
EXPOSE 8080 9464
ENV FIELDGUIDE_HOST=0.0.0.0 FIELDGUIDE_DATA=/data FIELDGUIDE_METRICS_HOST=0.0.0.0
ENTRYPOINT ["/fieldguide/fieldguide"]
CMD ["serve"]
