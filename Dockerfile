# One image for web, worker, migrations and commands. The version of Node is the same in both stages.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
ENV CI=true TURBO_TELEMETRY_DISABLED=1
COPY . .
# pnpm's version is the one that package.json pins.
RUN npx -y "$(node -p 'require("./package.json").packageManager')" install --frozen-lockfile \
  && node_modules/.bin/pnpm build:production /app

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
# Owned by root: the process cannot change its own code. It writes to /tmp only, so the root file system may be read-only.
COPY --from=build /app /app
WORKDIR /app
USER node
ENV NODE_ENV=production
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# tini passes signals on and reaps what the commands leave.
ENTRYPOINT ["tini", "--"]
CMD ["node", "web/serve.mjs"]
