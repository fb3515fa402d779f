import { describe, expect, test } from 'vitest'
import { ENVS } from '../../platform/workers.ts'
import { PROVIDER_NAMES } from '../../schema/providers.ts'
import { configuredProviders } from '../../shared/env/configuredProviders.ts'
import { factsAbout } from '../support/facts.ts'
import { sources } from './sources.ts'

const files = sources('functions', 'shared')

/** Files in which calls of a provider are named: by a request, or as work with its nodes; declarations of variables apart. */
const callsOf = (name: string) =>
  files.filter(
    ({ text, imports }) =>
      (text.includes(`provider: '${name}'`) || text.includes(`watchNodes('${name}'`)) &&
      !imports.includes('shared/env/declare.ts'),
  )

describe('every provider', () => {
  const fact = factsAbout(PROVIDER_NAMES, String)

  fact('is one whose calls are watched, by Workers that know whether it is configured', (name) => {
    const readers = Object.entries(ENVS).flatMap(([worker, schema]) =>
      name in configuredProviders(schema, {}) ? [worker] : [],
    )
    expect(readers).not.toEqual([])
    expect(callsOf(name)).not.toEqual([])
    const families = callsOf(name).flatMap(({ file }) => /^functions\/(\w+)\//.exec(file)?.[1] ?? [])
    expect(families.filter((family) => !readers.includes(family))).toEqual([])
  })

  fact('is not configured by an environment that has nothing', (name) => {
    for (const schema of Object.values(ENVS)) expect(configuredProviders(schema, {})[name]).not.toBe(true)
  })
})

describe('whether a provider is configured', () => {
  const agents = (env: object) => configuredProviders(ENVS.agents, env)

  test('is so where all that it needs is set, and of alternatives one', () => {
    const { account } = ENVS
    const needed = { IDP_APP_ID: 'app', IDP_APP_SECRET: 'secret' }
    expect(configuredProviders(account, needed).identityProvider).toBe(false)
    expect(configuredProviders(account, { ...needed, IDP_JWKS_URL: 'https://x' }).identityProvider).toBe(true)
    expect(configuredProviders(account, { ...needed, IDP_VERIFICATION_KEY: 'key' }).identityProvider).toBe(true)
    expect(configuredProviders(account, { IDP_APP_ID: 'app', IDP_JWKS_URL: 'https://x' }).identityProvider).toBe(false)
  })

  test('is not so where a value is wrong, which counts as absent, or a list is empty', () => {
    expect(agents({ TRANSFERS_RPC_URLS: new Map() }).transferNodes).toBe(false)
    expect(agents({ TRANSFERS_RPC_URLS: new Map([[1, 'https://x']]) }).transferNodes).toBe(true)
    expect(agents({ X402_FACILITATOR_URL: null }).paymentFacilitator).toBe(false)
    expect(agents({ STORAGE_PROVIDER: 'r2' }).immutableStorage).toBe(false)
    expect(agents({ STORAGE_PROVIDER: 'immutable' }).immutableStorage).toBe(true)
  })
})
