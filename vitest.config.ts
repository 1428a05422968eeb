import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { TEST_KEY } from './test/worker/test-key.ts'

// The [build] command of wrangler.toml, which the Workers plugin does not run.
execFileSync(process.execPath, ['scripts/assets.ts'], { cwd: import.meta.dirname })

const migrations = await readD1Migrations('migrations')

/** Where nobody listens, for campaigns that are not meant to get anywhere. */
const NOBODY = '127.0.0.1:9'

export default defineConfig({
  test: {
    // Many wait for a server rather than for a core.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'test/{lib,core,standards,crawl,store,host,runtime,runtimes,contract,conformance,api,client,cli,demo,house,lab}/**/*.test.ts',
          ],
          // What is imported is shared by the files of a worker: a third of the time went there.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                API_KEY: TEST_KEY,
                USER_AGENT: 'Dowser/test (+http://dowser.test/)',
                // One by one: the rest of this machine is as private as it is in production.
                ALLOW_ADDRESSES: [
                  NOBODY,
                  ...inject('demoHosts'),
                  ...inject('hostileHosts'),
                  ...inject('receiverHosts'),
                ].join(),
                MIGRATIONS: migrations,
              },
              // Tests ask as fast as they can; what the limit does is shown on one of its own.
              ratelimits: {
                RATE_LIMIT: { namespace_id: '1', simple: { limit: 1_000_000, period: 10 } },
                TIGHT_LIMIT: { namespace_id: '2', simple: { limit: 3, period: 60 } },
              },
            },
          })),
        ],
        test: {
          name: 'workerd',
          // To start workerd for each file took a quarter of the time; each empties it instead.
          isolate: false,
          include: ['test/worker/**/*.test.ts'],
          globalSetup: [
            'test/worker/demo-site.ts',
            'test/worker/conformance-logs.ts',
            'test/worker/hostile-sites.ts',
            'test/worker/receiver.ts',
          ],
          setupFiles: ['test/worker/migrate.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'end to end',
          include: ['test/e2e/**/*.test.ts'],
          // Each starts the product on a port of its own; two at a time would only slow each other.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
