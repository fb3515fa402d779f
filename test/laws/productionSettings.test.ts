import { existsSync } from 'node:fs'
import path from 'node:path'
import { createSiweMessage } from 'viem/siwe'
import * as z from 'zod'
import { describe, expect, test, vi } from 'vitest'
import { amoeVariables } from '../../functions/lottery/env.ts'
import { createPostApi } from '../../functions/lottery/amoe/postApi.ts'
import { startServices } from '../../localnet/startServices.ts'
import { CurrentPrincipal, SignInChallenge, StartedSession } from '../../schema/account/answers.ts'
import { ENVIRONMENTS } from '../../platform/workers.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { dataOf, toAnswer, type Answer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'
import { root, textOf } from './sources.ts'
import { API, send, type Sent, startProduction } from './startProduction.ts'
import { useNet } from '../support/useNet.ts'

const { host, variables } = ENVIRONMENTS.production
const HERE = 'test/laws/productionSettings.test.ts'

const RESOLVER = 'test/outside/outsideEnv.test.ts: are public ones by default'
const TREND_OUTAGE = 'test/market/trend/trendProfiles.test.ts: a provider that fails is an outage'
const NO_GENERATOR = 'test/laws/needs.test.ts: answers as written'
const NO_MODEL = 'test/agents/messages/assistant/streamAgent.test.ts: it is 503 before any stream'
const SECRET = { value: 'a secret', test: 'test/laws/absentSecrets.test.ts: closes just the routes that need them' }

/** Variables that localnet sets and production does not, or otherwise: their value in production, and its test, `file: name`. */
const IN_PRODUCTION: Readonly<Record<string, { readonly value: string; readonly test: string }>> = {
  BASE_URL: { value: 'https', test: `${HERE}: a page of the application signs in` },
  APP_URL: { value: 'the application, elsewhere', test: `${HERE}: a page of the application signs in` },
  TRUSTED_ORIGINS: { value: 'the application alone', test: `${HERE}: trusts no page of this machine` },
  CHAIN_CONFIG: { value: 'absent: CHAIN decides', test: `${HERE}: a page of the application signs in` },
  LOCAL_WALLET_RPC: { value: 'absent', test: 'test/site/localWallet.test.ts: is nowhere without its variable' },
  RPC_URLS: SECRET,
  RPC_PROXY_URLS: {
    value: 'a secret, or absent',
    test: 'test/laws/needs.test.ts: what operations need',
  },
  EDGE_CACHE: {
    value: 'absent: on',
    test: 'test/http/edgeCache.test.ts: past its block an answer comes from the edge cache',
  },
  LOG_LEVEL: { value: 'absent: info', test: 'test/http/log.test.ts: one line for each request' },
  LIMIT_MULTIPLIER: { value: 'absent: 1', test: 'test/laws/defaultBudgets.test.ts: a minute for a client' },
  MARKETPLACE: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  AGENT: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  ADMIN_ADDRESSES: {
    value: 'the operator’s own, or absent: nobody',
    test: 'test/auth/principal.test.ts: admins: new Set()',
  },
  AMOE_FINALITY: {
    value: 'absent: finalized',
    test: 'test/lottery/amoe/finality.test.ts: as of the block that the node calls finalized',
  },
  AMOE_ATTESTOR_KEY: SECRET,
  AMOE_NONCE_SECRET: SECRET,
  AUTH_NONCE_SECRET: SECRET,
  AUTH_HANDOFF_SECRET: {
    value: 'a secret, or absent',
    test: 'test/account/handoff/redeemAuthHandoff.test.ts: without a secret of their own',
  },
  SIWA_RECEIPT_SECRET: SECRET,
  LOTTERY_INGEST_SECRET: SECRET,
  CRON_SECRET: SECRET,
  ROOM_TOKEN_SECRET: SECRET,
  TOKEN_LIST_KEY: SECRET,
  TREND_SENTINEL_SECRET: SECRET,
  KPR_API_KEY: SECRET,
  KPR_ZONE_KEY_FINANCIAL_EXECUTION: SECRET,
  KPR_ZONE_KEY_MARKET_MAINTENANCE: SECRET,
  KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING: SECRET,
  CRE_RUNTIME_API_KEY: SECRET,
  CRE_RUNTIME_SIGNING_SECRET: { value: 'a secret', test: 'test/cre/authentication.test.ts: strict mode' },
  CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED: {
    value: 'absent: false',
    test: 'test/cre/authentication.test.ts: a configured secret wants signatures',
  },
  CRE_GATEWAY_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  CRE_HTTP_TRIGGER_PRIVATE_KEY: {
    value: 'a secret',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  SOCIAL_API_URL: { value: 'absent: the platform’s own', test: `${HERE}: looks posts up at the platform itself` },
  SOCIAL_API_TOKEN: {
    value: 'a secret',
    test: 'test/lottery/amoe/configuration.test.ts: without a token of the platform',
  },
  STORAGE_API_URL: {
    value: 'absent: the provider’s own',
    test: 'test/artifacts/createImmutableProvider.test.ts: has its own address if no other is set',
  },
  SVM_RPC_URLS: {
    value: 'a secret',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  SVM_HOOK_PROGRAM: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  SVM_GENESIS_HASH: {
    value: 'absent: the main network',
    test: 'test/lottery/ingest.test.ts: name the main network by default',
  },
  CHATAPP_BOT_TOKEN: {
    value: 'a secret',
    test: 'test/chatapp/link/verifyLaunchData.test.ts: anything where neither token nor id of a bot is known',
  },
  CHATAPP_LINK_TOKEN_SECRET: SECRET,
  CHATAPP_WEBHOOK_SECRET: SECRET,
  CUSTODY_APP_ID: {
    value: 'the operator’s own',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  CUSTODY_APP_SECRET: {
    value: 'a secret',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  CUSTODY_API_URL: {
    value: 'absent: the provider’s own',
    test: 'test/agents/identity/provisionCreatorWallet.test.ts: is that of the vendor by default',
  },
  MSGNET_GATEWAY_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  MSGNET_GATEWAY_TOKEN: {
    value: 'a secret',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  MSGNET_GATEWAY_SECRET: {
    value: 'a secret',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  REPUTATION_API_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/social/reputationSettings.test.ts: without a provider',
  },
  REPUTATION_API_KEY: { value: 'a secret', test: 'test/social/reputationSettings.test.ts: without a key' },
  PAYMASTER_UPSTREAM_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/rpc/paymaster/callPaymaster.test.ts: is closed with %o',
  },
  PAYMASTER_IN_CALLS: {
    value: 'on where there is a paymaster, or absent',
    test: 'test/agents/identity/paymasterOf.test.ts: no calls name it without the setting',
  },
  PAYMASTER_POLICY: {
    value: 'absent: the list of creators decides for whom',
    test: 'test/rpc/paymaster/denials.test.ts: must be on the list of creators where the policy demands it',
  },
  X402_FACILITATOR_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/agents/review/paymentSettings.test.ts: nothing is sold without a facilitator',
  },
  X402_FACILITATOR_TOKEN: {
    value: 'a secret, or absent',
    test: 'test/agents/review/paymentSettings.test.ts: a facilitator is sent its token, or none',
  },
  X402_PAY_TO: {
    value: 'the operator’s own',
    test: 'test/agents/review/paymentSettings.test.ts: the wallet of the agent is paid unless another address is named',
  },
  IDP_APP_ID: { value: 'the operator’s own', test: 'test/idp/accessTokens.test.ts: it is not configured' },
  IDP_APP_SECRET: { value: 'a secret', test: 'test/idp/accessTokens.test.ts: it is not configured' },
  IDP_VERIFICATION_KEY: {
    value: 'the provider’s own, or absent: IDP_JWKS_URL',
    test: 'test/idp/accessTokens.test.ts: by the published key set',
  },
  IDP_API_URL: {
    value: 'absent: the provider’s own',
    test: 'test/idp/usersApi.test.ts: is that of the vendor by default',
  },
  IDP_CLIENT_URL: {
    value: 'absent: the page brings the vendor’s client',
    test: 'test/idp/usersApi.test.ts: is that of the vendor by default',
  },
  DNS_URL: { value: 'absent: a public resolver', test: RESOLVER },
  EGRESS_PROXY_URL: {
    value: 'the operator’s own, or absent: requests go out directly',
    test: 'test/outside/readOutside.test.ts: sites are requested directly, with the same checks',
  },
  IPFS_GATEWAY_URL: { value: 'absent: a public gateway', test: RESOLVER },
  ARWEAVE_GATEWAY_URL: { value: 'absent: a public gateway', test: RESOLVER },
  EXPLORER_API_URL: {
    value: 'absent: the explorer’s own',
    test: 'test/agents/intelligence/sources/providers.test.ts: are called at their own addresses by default',
  },
  LABELS_API_URL: {
    value: 'absent: the provider’s own',
    test: 'test/agents/intelligence/sources/providers.test.ts: are called at their own addresses by default',
  },
  PORTFOLIO_API_URL: {
    value: 'absent: the provider’s own',
    test: 'test/agents/intelligence/sources/providers.test.ts: are called at their own addresses by default',
  },
  EXPLORER_KEY: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  LABELS_KEY: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  PORTFOLIO_KEY: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  SOCIAL_GRAPH_KEY: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  SOCIAL_GRAPH_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  TRANSFERS_RPC_URLS: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  ENS_RPC_URL: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  BASENAME_RPC_URL: {
    value: 'a secret',
    test: 'test/agents/intelligence/getWalletIntelligence.test.ts: without any provider every source is unavailable',
  },
  DEX_API_URL: {
    value: 'the operator’s own, or absent',
    test: 'test/laws/needs.test.ts: answers as written',
  },
  DEX_API_KEY: { value: 'a secret, or absent', test: 'test/laws/needs.test.ts: answers as written' },
  MODEL_URL: { value: 'the operator’s own, or absent', test: NO_MODEL },
  MODEL_NAME: { value: 'the operator’s own, or absent', test: NO_MODEL },
  MODEL_API_KEY: { value: 'a secret', test: NO_MODEL },
  IMAGE_PROVIDER_URL: { value: 'the operator’s own, or absent', test: NO_GENERATOR },
  IMAGE_PROVIDER_MODEL: { value: 'the operator’s own, or absent', test: NO_GENERATOR },
  IMAGE_PROVIDER_API_KEY: { value: 'a secret', test: NO_GENERATOR },
  TREND_API_URL: { value: 'the operator’s own, or absent', test: TREND_OUTAGE },
  TREND_API_KEY: { value: 'a secret', test: TREND_OUTAGE },
  TREND_APP_ID: { value: 'the operator’s own, or absent', test: TREND_OUTAGE },
}

const APP = 'https://app.example.com'
/** Secrets of at least the length that counts. */
const SECRETS = {
  AUTH_NONCE_SECRET: 'a'.repeat(32),
  SIWA_RECEIPT_SECRET: 'b'.repeat(32),
}

describe('what localnet sets', () => {
  const services = useNet(() => startServices())
  const net = useNet(() => startLocalnet({ families: [], variables: services.variables }))

  test('is run by a test as it is in production, one by one', () => {
    expect(Object.keys(IN_PRODUCTION).toSorted()).toEqual(Object.keys(net.variables).toSorted())
    for (const [name, { test: location }] of Object.entries(IN_PRODUCTION)) {
      const [file = '', words = ''] = location.split(': ')
      expect(existsSync(path.join(root, file)), `${name}: ${file}`).toBe(true)
      expect(textOf(file), `${name}: ${file}`).toContain(words)
    }
  })

  test('is not what production sets', () => {
    for (const [name, value] of Object.entries(variables)) expect(net.variables[name]).not.toBe(value)
    expect(Object.keys(variables).filter((name) => name.startsWith('LIMIT_') || name === 'EDGE_CACHE')).toEqual([])
  })
})

describe('in production', () => {
  const workers = useNet(() => startProduction(SECRETS, ['account', 'build']))

  const account = seeded('production').account()
  const ask = async (operation: string, sent?: Sent): Promise<Answer> =>
    toAnswer(await send(workers, 'account', `${API}/auth/${operation}`, sent))
  const challengeFor = async (headers: Record<string, string>) =>
    dataOf(await ask('nonce', { headers }), SignInChallenge)
  const write = async (headers: Record<string, string>, changes: { uri?: string; domain?: string } = {}) => {
    const { issuedAt, expiresAt: _, ...challenge } = await challengeFor(headers)
    const fields = { ...challenge, ...changes, address: account.address, version: '1' as const }
    const message = createSiweMessage({ ...fields, issuedAt: new Date(issuedAt) })
    return { message, signature: await account.signMessage({ message }) }
  }

  test('a page of the application signs in, with a cookie that goes over TLS to this host alone', async () => {
    const headers = { origin: APP }
    expect(await challengeFor(headers)).toMatchObject({ domain: 'app.example.com', uri: `${APP}/`, chainId: 8453 })
    expect(await challengeFor({})).toMatchObject({ domain: host.name, uri: `${API}/auth/verify` })
    const answer = await ask('verify', { headers, body: await write(headers) })
    expect(dataOf(answer, StartedSession).token).toBeUndefined()
    const [cookie = '', ...attributes] = answer.headers.get('set-cookie')?.split('; ') ?? []
    expect(cookie).toMatch(/^__Host-session=[0-9a-f]{66}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=/)

    const mine = dataOf(await ask('me', { headers: { ...headers, cookie } }), CurrentPrincipal)
    expect(mine).toMatchObject({ address: account.address, account: { canonicalWallet: account.address } })
    const bare = cookie.replace('__Host-', '')
    expect(await ask('me', { headers: { ...headers, cookie: bare } })).toMatchObject({ status: 401 })
    const out = await ask('logout', { headers: { ...headers, cookie }, body: {} })
    expect(out.headers.get('set-cookie')).toBe('__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0')
    expect(await ask('me', { headers: { ...headers, cookie } })).toMatchObject({ status: 401 })
  })

  test.each(['http://localhost:8787', 'http://127.0.0.1:8787', 'http://localhost:3000', 'https://localhost', 'null'])(
    'trusts no page of this machine: %s',
    async (origin) => {
      const headers = { origin }
      expect((await challengeFor(headers)).domain).toBe(host.name)
      const body = await write({})
      const refused = await ask('verify', { headers, body })
      expect(refused).toMatchObject({ status: 403, code: 'forbidden_origin' })
      expect(refused.headers.get('access-control-allow-origin')).not.toBe(origin)
      expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
      if (origin !== 'null') {
        const named = await write({}, { uri: `${origin}/`, domain: new URL(origin).host })
        expect(await ask('verify', { body: named })).toMatchObject({ status: 400, code: 'domain_mismatch' })
      }
      const started = await ask('verify', { headers: { origin: APP }, body })
      const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect(cookie).toMatch(/^__Host-session=/)
      const built = send(workers, 'build', `${API}/v1/build/vetoken/unlock`, { headers: { origin, cookie }, body: {} })
      expect(await toAnswer(await built)).toMatchObject({ status: 403, code: 'forbidden_origin' })
    },
  )

  test('a program signs in, and builds by its token from no page at all', async () => {
    const answer = await ask('verify', { body: await write({}) })
    const { token } = dataOf(answer, StartedSession)
    expect(token).toMatch(/^[0-9a-f]{66}$/)
    const headers = { authorization: `Bearer ${token}` }
    const built = await send(workers, 'build', `${API}/v1/build/vetoken/unlock`, { headers, body: {} })
    // The network has no voting escrow yet.
    expect(await toAnswer(built)).toMatchObject({ status: 503, code: 'role_not_configured' })
  })
})

test('looks posts up at the platform itself', async () => {
  const { SOCIAL_API_URL } = readEnv(z.object(amoeVariables), {})
  const absent = { errors: [{ type: 'https://api.x.com/2/problems/resource-not-found' }] }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(absent))
  try {
    expect(await createPostApi(SOCIAL_API_URL, 'token')?.find('1')).toBeNull()
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      expect.stringMatching(/^https:\/\/api\.x\.com\/2\/tweets\/1\?/),
    ])
  } finally {
    fetched.mockRestore()
  }
})
