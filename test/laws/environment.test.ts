import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { LocalnetEnv } from '../../localnet/env.ts'
import { ProvisionerEnv } from '../../provisioner/env.ts'
import { LIMIT_VARIABLES } from '../../schema/limits.ts'
import { configurationFile, configurationPage } from '../../scripts/configurationPage.ts'
import { aboutOf, BINDINGS, ENVIRONMENTS, ENVS, WORKER_NAMES, type WorkerName } from '../../platform/workers.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { ProvisionerClientEnv } from '../../provisioner/client/provisionerOptions.ts'
import { sources } from './sources.ts'

const schemas: Readonly<Record<WorkerName, z.ZodType<object>>> = ENVS
const inWorkers = new Set(WORKER_NAMES.flatMap((worker) => Object.keys(ENVS[worker].shape)))

test('docs/configuration.md is what npm run generate writes', async () => {
  expect(await readFile(configurationFile, 'utf8')).toBe(configurationPage())
})

describe('every variable, secret and binding', () => {
  test('of a schema is in docs/configuration.md', () => {
    const page = configurationPage()
    const others = [ProvisionerEnv, ProvisionerClientEnv, LocalnetEnv].flatMap(({ shape }) => Object.keys(shape))
    const families = new Set(WORKER_NAMES.map((name) => name.toUpperCase()))
    const shown = [...inWorkers, ...others].filter(
      (name) => !name.endsWith('_PREVIOUS') && !LIMIT_VARIABLES.includes(name) && !families.has(name),
    )
    expect(shown.length).toBeGreaterThan(80)
    for (const name of [...shown, 'LIMIT_<CLASS>', 'LIMIT_MULTIPLIER', '<FAMILY>'])
      expect(page).toContain(`| \`${name}\` |`)
  })

  test('that the code of a Worker reads is in the schema of a Worker', () => {
    const read = sources('shared', 'functions').flatMap(({ file, text }) =>
      [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => ({ file, name })),
    )
    expect(read.length).toBeGreaterThan(20)
    const known = new Set([...inWorkers, ...Object.keys(ProvisionerClientEnv.shape)])
    expect(read.filter(({ name }) => !known.has(name))).toEqual([])
  })

  test('that is in the schema of a Worker is read by its code, or by what all Workers share', () => {
    const code = sources('shared', 'functions').filter(({ file }) => !/(^|\/)(env|authEnv)\.ts$/.test(file))
    const all = code.map(({ text }) => text).join('\n')
    const own = [...inWorkers].filter((name) => !LIMIT_VARIABLES.includes(name) && !(name.toLowerCase() in ENVS))
    expect(own.filter((name) => !new RegExp(`\\b${name}\\b`).test(all)).toSorted()).toEqual(['CHAIN', 'CHAIN_CONFIG'])
  })

  test('that a deployment sets is in the schema of every Worker, and is taken by it', () => {
    for (const { variables } of Object.values(ENVIRONMENTS))
      for (const worker of WORKER_NAMES) {
        expect(Object.keys(variables).filter((name) => !(name in ENVS[worker].shape))).toEqual([])
        const bindings = [...aboutOf(worker)].flatMap(([name, { kind }]) =>
          ['database', 'bucket', 'object', 'service', 'assets'].includes(kind) ? [[name, {}]] : [],
        )
        expect(() => readEnv(schemas[worker], { ...variables, ...Object.fromEntries(bindings) }), worker).not.toThrow()
      }
  })

  test('that is a secret has one before it where it is a shared one that callers send', () => {
    // A credential that this service itself sends has one value at a time.
    const isSent = (name: string) =>
      ![
        'CUSTODY_APP_SECRET',
        'IDP_APP_SECRET',
        'REPUTATION_API_KEY',
        'MODEL_API_KEY',
        'IMAGE_PROVIDER_API_KEY',
        'TREND_API_KEY',
        'DEX_API_KEY',
      ].includes(name)
    for (const worker of WORKER_NAMES)
      for (const name of BINDINGS[worker].secrets.filter((one) => /_(SECRET|API_KEY)$/.test(one) && isSent(one)))
        expect(Object.keys(ENVS[worker].shape)).toContain(`${name}_PREVIOUS`)
  })
})

describe('a wrong value', () => {
  const whole = { BASE_URL: 'https://api.example.com/api', LIMITS: {}, STATUS_BOARD: {}, DB: {} }
  test.each<readonly [object, string]>([
    [{ ...whole, BASE_URL: '' }, 'BASE_URL: is required'],
    [{ ...whole, DB: undefined }, 'DB: is required'],
    [{ ...whole, EDGE_CACHE: 'perhaps' }, 'EDGE_CACHE: must be true or false'],
    [{ ...whole, CHAIN: 'sepolia' }, 'CHAIN: must be one of base'],
    [{ ...whole, CHAIN_CONFIG: '{' }, 'CHAIN_CONFIG: must be JSON of a chain configuration'],
    [{ ...whole, CHAIN_CONFIG: '{"chainId":0}' }, 'CHAIN_CONFIG: chain configuration: chainId must be'],
    [{ ...whole, RPC_URLS: 'https://ok.example, key-of-a-node' }, 'RPC_URLS: must be http or https URLs'],
    [{ ...whole, TRUSTED_ORIGINS: 'https://*.example.com' }, 'TRUSTED_ORIGINS: must not contain a *'],
    [{ ...whole, LIMIT_READ: '1e3' }, 'LIMIT_READ: must be a whole number from 1'],
    [{ ...whole, LIMIT_READS: '10' }, 'LIMIT_READS: is not a limit variable'],
    [{ ...whole, LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of debug, info, warn, error, off'],
    ...['0', '10001', '-1', '7e3', '70 %', '7000.0'].map(
      (bps) => [{ ...whole, LENDPOOL_LTV_BPS: bps }, 'LENDPOOL_LTV_BPS: must be a whole number'] as const,
    ),
  ])('of %j is told by its name', (env, message) => {
    expect(() => readEnv(ENVS.vault, env)).toThrow(message)
  })

  test('is reported with all the others, without a value', () => {
    const wrong = { ...whole, RPC_URLS: 'secret-key', LIMIT_READ: 'secret', LENDPOOL_LTV_BPS: 'secret' }
    expect(() => readEnv(ENVS.vault, wrong)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^(?!.*secret).+\n(?!.*secret).+\n(?!.*secret).+$/) }),
    )
  })

  test('of a shared secret counts as absent, and is known to have been there', () => {
    const { shape } = ENVS.account
    expect(shape.AUTH_NONCE_SECRET.parse('x'.repeat(31))).toBeNull()
    expect(shape.AUTH_NONCE_SECRET.parse(undefined)).toBeUndefined()
    expect(shape.AUTH_NONCE_SECRET.parse('x'.repeat(32))).toBe('x'.repeat(32))
  })

  test('takes the place of a default: what is empty has it', () => {
    const { LENDPOOL_LTV_BPS, EDGE_CACHE, APP_URL } = readEnv(ENVS.vault, { ...whole, LENDPOOL_LTV_BPS: '' })
    expect([LENDPOOL_LTV_BPS, EDGE_CACHE, APP_URL]).toEqual([7000, true, undefined])
    expect(readEnv(ENVS.vault, { ...whole, EDGE_CACHE: 'off' }).EDGE_CACHE).toBe(false)
    for (const bps of [1, 10_000])
      expect(readEnv(ENVS.vault, { ...whole, LENDPOOL_LTV_BPS: String(bps) }).LENDPOOL_LTV_BPS).toBe(bps)
  })
})
