# The product as one process: API, dashboard and crawler. docs/self-hosting.md says how to run it.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY src src
# A volume that is made from the image takes over its owner.
RUN install -d -o node -g node -m 0700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 STATE_DIR=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Without a shell, so that signals arrive. Arguments follow: --user-agent, or backup --to.
ENTRYPOINT ["node", "src/serve.ts"]
