# Two stages: the first builds, the second has only what runs. See docs/operating.md.
ARG NODE_MAJOR=24

FROM node:${NODE_MAJOR}-trixie-slim AS build
WORKDIR /app
# Package manifests first: while they stay the same, the installed packages come from the cache.
COPY package.json package-lock.json ./
COPY bench/package.json bench/
COPY packages/address/package.json packages/address/
COPY packages/authoring/package.json packages/authoring/
COPY packages/catalog/package.json packages/catalog/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/estimate/package.json packages/estimate/
COPY packages/interview/package.json packages/interview/
COPY packages/pdf/package.json packages/pdf/
COPY packages/service/package.json packages/service/
COPY packages/testing/package.json packages/testing/
COPY packages/wizard/package.json packages/wizard/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/release/assemble.mjs out && mkdir out/data
# The packages of others that the service depends on.
RUN npm ci --omit=dev --workspace packages/service --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# No shell, no package manager; user 65532 is `nonroot`.
FROM gcr.io/distroless/nodejs${NODE_MAJOR}-debian13:nonroot
ARG VERSION
LABEL org.opencontainers.image.title="Withholding Forms" \
  org.opencontainers.image.source="https://github.com/withholding-forms/withholding-forms" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}"
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/out .
COPY --from=build --chown=65532:65532 /app/out/data /data
USER 65532:65532
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "packages/service/dist/main.js"]
CMD ["serve"]
