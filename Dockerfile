# An image of the program alone: no system, no shell, not root. Its certificates are compiled in.
#
#   docker build -t siwa .
#   docker run --read-only --env-file .env -e METRICS_LISTEN=0.0.0.0:9464 -v siwa:/data siwa
#
# Do not set METRICS_LISTEN to an empty value in .env: the health check needs it.

# The compiler that the program is tested with.
FROM rust:1.95.0-slim-bookworm AS build
WORKDIR /src
COPY . .
# Without the playground. What is downloaded and compiled is kept between builds;
# versions are those of Cargo.lock, and paths and times are the same in every build of it. Cargo
# goes by the age of files: touched, they are newer than what another source has left behind.
ENV CARGO_INCREMENTAL=0 SOURCE_DATE_EPOCH=0
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    find src crates -name '*.rs' -exec touch {} + \
    && packaging/build.sh --no-default-features \
    && cp target/package/*/siwa /siwa \
    && mkdir /data

FROM scratch
COPY --from=build /siwa /usr/local/bin/siwa
COPY LICENSE-APACHE LICENSE-MIT /usr/local/share/doc/siwa/
COPY assets/places/LICENSE /usr/local/share/doc/siwa/places/
COPY crates/boards/assets/fonts/Cabin-OFL.txt /usr/local/share/doc/siwa/fonts/
# A new volume takes over whose directory it is: nobody's.
COPY --from=build --chown=65534:65534 /data /data
USER 65534:65534
WORKDIR /data
VOLUME /data
ENV PATH=/usr/local/bin DATABASE_URL=sqlite:///data/siwa.db METRICS_LISTEN=0.0.0.0:9464
# The allocator would keep freed memory for each thread: docs/MEASURED.md.
ENV MALLOC_ARENA_MAX=2
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=8s --start-period=30s CMD ["siwa", "health"]
ENTRYPOINT ["siwa"]
CMD ["run"]
