# syntax=docker/dockerfile:1

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# Build results are cached between builds, outside the image.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked && cp target/release/cardpost /cardpost

# The same release of Debian as above, for the C library. Webhooks need the certificates.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --system --no-create-home cardpost
COPY --from=build /cardpost /usr/local/bin/cardpost
USER cardpost
# The container has its own network, so bind to all addresses.
ENV CARDPOST_BIND=0.0.0.0:8080
EXPOSE 8080

# The image has no curl; bash can open a connection.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]

# The image contains no Postgres: set DATABASE_URL.
ENTRYPOINT ["cardpost"]
CMD ["serve"]
