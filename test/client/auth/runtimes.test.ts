import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPATIBILITY_DATE } from '../../../platform/workers.ts'
import { accountOf } from '../../account/support.ts'
import { bundleProgram } from '../../support/bundleProgram.ts'
import { startAuthNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const READ = `import { createClient, getVetokenUser, localnet } from 'creator-vault'
globalThis.read = () => getVetokenUser(createClient({ network: localnet }), { address: '0x' })\n`

describe('bundles', () => {
  test('have no module of Node, but for stores in files', async () => {
    for (const platform of ['browser', 'neutral'] as const) {
      for (const entry of ['creator-vault', 'creator-vault/agent'])
        expect(await bundleProgram(`export * from '${entry}'`, { platform })).not.toMatch(/\bnode:|require\(/)
      await expect(bundleProgram("export * from 'creator-vault/node'", { platform })).rejects.toThrow('node:')
    }
  })

  test('of who reads have nothing of signing in', async () => {
    expect(await bundleProgram(READ)).not.toContain('wants you to sign in')
    expect(await bundleProgram(`${READ}export { signIn } from 'creator-vault'`)).toContain('wants you to sign in')
  })
})

describe('in workerd, without the compatibility with Node', () => {
  let runtime: Miniflare
  const net = useNet(() => startAuthNet())
  beforeAll(async () => {
    const script = await bundleProgram(
      `import { createAuthHandoff, createClient, endAllAuthSessions, getAuthMe, signIn, signOut } from 'creator-vault'
      import { signInAgent } from 'creator-vault/agent'
      import { privateKeyToAccount } from 'viem/accounts'
      export default {
        async fetch(request) {
          const { api, keys } = await request.json()
          const [person, owner] = keys.map((key) => privateKeyToAccount(key))
          const client = () => createClient({ network: { chainId: 31337, baseUrl: api } })
          const [one, two] = [client(), client()]
          const session = await signIn(one, person)
          await endAllAuthSessions({ ...one })
          const me = await getAuthMe(one)
          await signOut(one)
          await signInAgent(two, { account: owner, agentId: 0 })
          const { code } = await createAuthHandoff(two, {})
          return Response.json([session.token.length, me.address, code.length, (await getAuthMe(two)).agentId])
        },
      }`,
      { platform: 'neutral' },
    )
    runtime = new Miniflare(
      convertV4MiniflareOptions({
        name: 'client',
        modules: true,
        script,
        compatibilityDate: COMPATIBILITY_DATE,
        host: '127.0.0.1',
        port: 0,
        cf: false,
      }),
    )
  })
  afterAll(() => runtime?.dispose())

  test('a person and an agent sign in, and sign in again', async () => {
    const keys = (['voter', 'agent'] as const).map(
      (role) => net.world.accounts.find((account) => account.role === role)?.privateKey,
    )
    const response = await fetch(await runtime.ready, { method: 'POST', body: JSON.stringify({ api: net.api, keys }) })
    const text = await response.text()
    expect(text).toBe(JSON.stringify([66, accountOf(net, 'voter').address, 64, 0]))
  })
})
