import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { OPERATIONS } from '../../schema/index.ts'
import {
  BUCKETS,
  COMPATIBILITY_DATE,
  D1,
  ENVIRONMENTS,
  OBJECTS,
  WORKER_NAMES,
  type WorkerName,
} from '../../platform/workers.ts'
import { wranglerFile, wranglerToml } from '../../platform/wrangler.ts'
import { factsAbout } from '../support/facts.ts'
import { root, sources, textOf } from './sources.ts'

const files = new Map(sources('schema', 'shared', 'functions', 'drizzle').map((source) => [source.file, source]))
const environments = Object.keys(ENVIRONMENTS)
/** As far as the laws look at what wrangler itself reads. */
const Config = z.object({
  name: z.string(),
  main: z.string(),
  no_bundle: z.boolean(),
  upload_source_maps: z.boolean(),
  compatibility_date: z.string(),
  build: z.object({ command: z.string() }),
  vars: z.record(z.string(), z.string()),
  routes: z.array(z.object({ pattern: z.string() })).default([]),
  migrations: z.array(z.object({ new_sqlite_classes: z.array(z.string()) })),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string(), script_name: z.string().optional() })),
  }),
  services: z.array(z.object({ binding: z.string(), service: z.string() })).default([]),
  d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string() })),
})

const read = (worker: WorkerName, env: string) =>
  Config.parse(unstable_readConfig({ config: path.join(root, wranglerFile(worker)), env }, { hideWarnings: true }))
const configs = environments.flatMap((env) =>
  WORKER_NAMES.map((worker) => ({ env, worker, config: read(worker, env) })),
)
const inEnvironment = (env: string) => configs.filter((entry) => entry.env === env)

factsAbout(WORKER_NAMES, String)('every configuration is as `npm run generate` writes it', (worker) => {
  expect(textOf(wranglerFile(worker))).toBe(wranglerToml(worker))
})

describe('every Worker in every environment', () => {
  const fact = factsAbout(configs, ({ env, worker }) => `${worker} in ${env}`)

  fact('is bundled by the build alone, of the runtime that localnet has', ({ worker, config }) => {
    expect(config.main).toBe(path.join(root, '.build', worker, 'index.js'))
    expect(config.no_bundle).toBe(true)
    expect(config.upload_source_maps).toBe(true)
    expect(config.compatibility_date).toBe(COMPATIBILITY_DATE)
    expect(config.build.command).toMatch(new RegExp(` -- ${worker}$`))
  })

  fact('is bound to what its code asks for', ({ worker, config }) => {
    const bound = [
      ...config.durable_objects.bindings.map((binding) => binding.name),
      ...config.services.map((service) => service.binding),
      ...config.d1_databases.map((database) => database.binding),
      ...config.r2_buckets.map((bucket) => bucket.binding),
    ]
    const known = new Set(['DB', 'LIMITS', ...Object.keys(OBJECTS), ...Object.keys(BUCKETS)])
    const used = codeOf(worker).flatMap((text) =>
      [...text.matchAll(/\benv\.([A-Z][A-Z_]*)\b/g)].flatMap(([, name]) =>
        name !== undefined && known.has(name) ? [name] : [],
      ),
    )
    expect([...new Set(used)].filter((name) => !bound.includes(name))).toEqual([])
  })

  fact('reaches the Workers of its own environment and no other', ({ env, worker, config }) => {
    const names = new Set(inEnvironment(env).map((other) => other.config.name))
    expect(config.name).toBe(`creator-vault-${worker}${env === 'production' ? '' : `-${env}`}`)
    for (const { service } of config.services) expect(names).toContain(service)
    for (const { script_name } of config.durable_objects.bindings)
      if (script_name !== undefined) expect(names).toContain(script_name)
  })

  fact('says where it is, and to whom it answers', ({ config }) => {
    expect(config.vars).toMatchObject({
      CHAIN: 'base',
      BASE_URL: expect.stringMatching(/^https:.*\/api$/),
      APP_URL: expect.any(String),
      TRUSTED_ORIGINS: expect.any(String),
    })
  })
})

test('a Durable Object lives in one Worker, which alone migrates and exports its class', () => {
  for (const { env, worker, config } of configs) {
    const own = config.durable_objects.bindings.filter((binding) => binding.script_name === undefined)
    const classes = own.map((binding) => binding.class_name)
    expect(classes, worker).toEqual(config.migrations.flatMap((migration) => migration.new_sqlite_classes))
    for (const { name, class_name } of own) {
      expect(textOf(`functions/${worker}/index.ts`)).toMatch(new RegExp(`export \\{ (\\w+ as )?${class_name} \\}`))
      for (const other of inEnvironment(env).filter((entry) => entry.worker !== worker))
        for (const binding of other.config.durable_objects.bindings.filter((entry) => entry.name === name))
          expect(binding).toEqual({ name, class_name, script_name: config.name })
    }
  }
})

test('core exports the entry point that every other Worker is bound to', () => {
  expect(textOf('functions/core/index.ts')).toContain('export { Limits }')
})

test('an environment has one database, which no other has', () => {
  const idsOf = (env: string) =>
    new Set(inEnvironment(env).flatMap(({ config }) => config.d1_databases.map((database) => database.database_id)))
  const all = environments.map((env) => [...idsOf(env)])
  for (const ids of all) expect(ids).toHaveLength(1)
  expect(new Set([D1.id, ...all.flat()]).size).toBe(environments.length + 1)
})

test('the gateway is bound to every family under its name', () => {
  for (const env of environments) {
    const bindings = inEnvironment(env)
      .find(({ worker }) => worker === 'gateway')
      ?.config.services.map((service) => service.binding)
    const others = Object.keys(FAMILIES).filter((family) => family !== 'gateway')
    expect(bindings).toEqual(['LIMITS', ...others.map((family) => family.toUpperCase())])
  }
})

describe('the routes of production', () => {
  const routes = inEnvironment('production').flatMap(({ worker, config }) =>
    config.routes.map(({ pattern }) => ({ worker, pattern })),
  )
  /** The most specific pattern wins; all of ours end in a wildcard. */
  const ownerOf = (url: string) =>
    routes
      .filter(({ pattern }) => url.startsWith(pattern.slice(0, -1)))
      .sort((a, b) => b.pattern.length - a.pattern.length)[0]?.worker

  test('end in a wildcard, since a pattern is held against the query string too', () => {
    for (const { pattern } of routes) expect(pattern).toMatch(/^[^*]+\*$/)
  })

  test('lead each operation to its family', () => {
    for (const [family, operations] of Object.entries(OPERATIONS)) {
      for (const { path: operationPath } of Object.values(operations))
        expect(ownerOf(`api.example.com/api${operationPath}?chain=8453`), operationPath).toBe(family)
    }
  })

  test('lead each prefix and its health to its family', () => {
    for (const [family, prefixes] of Object.entries(FAMILIES)) {
      for (const prefix of prefixes)
        for (const rest of ['', '/health', '?a=1']) expect(ownerOf(`api.example.com/api${prefix}${rest}`)).toBe(family)
    }
  })

  test('lead documents to site', () => {
    for (const rest of [
      '/openapi.json',
      '/api/v1/spec.yaml?a=1',
      '/api/v1/spec/vault.json',
      '/docs/errors/not_found',
      '/robots.txt',
      '/llms.txt?a=1',
      '/.well-known/api-catalog',
      '/.well-known/mcp/server-card.json',
      '/.well-known/agent-skills/read-a-vault/SKILL.md',
    ])
      expect(ownerOf(`api.example.com${rest}`)).toBe('site')
  })

  test('lead all else to the gateway, which passes on what no pattern has alone', () => {
    for (const rest of ['/', '/?a=1', '/api', '/api/health', '/.well-known/x402', '/.well-known/mcpx', '/docsx'])
      expect(ownerOf(`api.example.com${rest}`)).toBe('gateway')
  })
})

/** The text of every source file that a Worker's bundle holds: what its entry imports, types left out. */
function codeOf(worker: WorkerName): string[] {
  const reached = new Set<string>()
  const reach = (file: string): void => {
    const source = files.get(file)
    if (!source || reached.has(file)) return
    reached.add(file)
    source.values.forEach(reach)
  }
  reach(`functions/${worker}/index.ts`)
  return [...reached].map((file) => files.get(file)?.text ?? '')
}
