# The image of the Debian package that `make package` makes, whose folder is the context.
# `make image` builds it; Docs/containers.md tells how it is run.
ARG BASE=debian:bookworm-slim
FROM $BASE
ARG PACKAGE
# The number of the user stays the same, for volumes and for `runAsNonRoot` of Kubernetes. The
# package needs a part of systemd that is small.
RUN --mount=type=bind,target=/context \
  groupadd --gid 10001 fieldguide \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/fieldguide \
    --shell /usr/sbin/nologin fieldguide \
  && apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    systemd-standalone-sysusers "/context/$PACKAGE" \
  && install -d -o fieldguide -g fieldguide -m 0750 /var/lib/fieldguide /var/backups/fieldguide \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/ldconfig /var/log/*
USER 10001:10001
WORKDIR /var/lib/fieldguide
VOLUME /var/lib/fieldguide
EXPOSE 8080 9464
ENV FIELDGUIDE_CONFIG=/etc/fieldguide/fieldguide.json FIELDGUIDE_HOST=0.0.0.0 FIELDGUIDE_METRICS_HOST=0.0.0.0
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["fieldguide", "health"]
ENTRYPOINT ["fieldguide"]
CMD ["serve"]
ARG VERSION
ARG COMMIT
ARG CREATED
LABEL org.opencontainers.image.title="Fieldguide" \
  org.opencontainers.image.description="Guides to animals, earthquakes, dog breeds and photos" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$COMMIT" \
  org.opencontainers.image.created="$CREATED"
