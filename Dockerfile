# Build: the toolchain, and what `make run` installs.
FROM swift:6.3-bookworm AS build
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install build
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Benchmarks Benchmarks
RUN swift build --configuration release --product fieldguide --static-swift-stdlib \
 && mkdir /installed \
 && cp "$(swift build --configuration release --show-bin-path)/fieldguide" /installed/

# Run: the program, its templates and its files, as a user who owns only the data.
FROM debian:bookworm-slim
WORKDIR /fieldguide
COPY Scripts Scripts
RUN Scripts/install run && useradd --system --create-home --home-dir /data fieldguide
COPY --from=build /installed/fieldguide ./
COPY Templates Templates
COPY Public Public
USER fieldguide
VOLUME /data
EXPOSE 8080
ENV FIELDGUIDE_HOST=0.0.0.0 FIELDGUIDE_DATA=/data
ENTRYPOINT ["/fieldguide/fieldguide"]
CMD ["serve"]
