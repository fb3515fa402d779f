import type { Client } from '@modelcontextprotocol/client'
import { createWalletClient, custom } from 'viem'
import { sendCalls, waitForCallsStatus } from 'viem/actions'
import { foundry } from 'viem/chains'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { accountOf } from '../account/support.ts'
import { injectedProvider } from '../client/viem/injectedProvider.ts'
import { keyWallet, pollingInterval } from '../client/viem/keyWallet.ts'
import { startLocalnet } from '../support/localnet.ts'
import { callTool, connect, errorOf } from './connect.ts'
import { useNet } from '../support/useNet.ts'

const YEAR = 31_536_000
const HTTPS_OR_LOCAL = z.string().regex(/^http/)
const Catalog = z.object({ entries: z.array(z.object({ type: z.string(), url: HTTPS_OR_LOCAL })) })
const Card = z.object({
  remotes: z.array(z.object({ type: z.literal('streamable-http'), url: HTTPS_OR_LOCAL })).min(1),
})
const Found = z.object({ operations: z.array(z.object({ operationId: z.string(), tool: z.string().nullable() })) })
const Described = z.object({
  tool: z.string(),
  args: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
  errors: z.unknown(),
})
const Hexadecimal = z.templateLiteral(['0x', z.string()])
const Built = z.object({
  issues: z.array(z.unknown()),
  simulation: z.object({ status: z.string() }),
  calls: z.object({
    id: z.string().optional(),
    atomicRequired: z.boolean(),
    calls: z.array(z.object({ to: Hexadecimal, data: Hexadecimal, value: Hexadecimal })).min(1),
  }),
})
const Overview = z.object({
  asOf: z.object({ blockNumber: z.string() }),
  actions: z.array(z.looseObject({ operationId: z.string() })),
})
const User = z.object({ lock: z.object({ amount: z.string() }).nullable() })

const net = useNet(() =>
  startLocalnet({
    families: ['account', 'build', 'context', 'gauge', 'mcp', 'site', 'vetoken'],
  }),
)

/** The URL of the server, as an agent finds it that knows the host alone. */
async function discover(host: string): Promise<string> {
  const { entries } = Catalog.parse(await (await fetch(`${host}/.well-known/ai-catalog.json`)).json())
  const card = entries.find(({ type }) => type === 'application/mcp-server-card+json')
  const { remotes } = Card.parse(await (await fetch(card?.url ?? '')).json())
  return remotes[0]?.url ?? ''
}

/** The operation that a search finds first, and the tool that calls it. */
async function find(client: Client, query: string, kind: 'build' | 'read') {
  const { operations } = Found.parse(await callTool(client, 'search_operations', { query, kind }))
  const [first] = operations
  if (!first?.tool) throw new Error(`nothing for ${query}`)
  return { operationId: first.operationId, tool: first.tool }
}

async function signIn(client: Client, account: ReturnType<typeof accountOf>): Promise<string> {
  const challenge = z
    .object({ message: z.string() })
    .parse(await callTool(client, 'sign_in', { address: account.address }))
  const signature = await account.signMessage({ message: challenge.message })
  const started = await callTool(client, 'sign_in', { message: challenge.message, signature })
  return z.object({ accessToken: z.string() }).parse(started).accessToken
}

describe('an agent that has only the host', () => {
  test('gets to a mined transaction, and reads what became of it', async () => {
    expect(await discover(net.host)).toBe(`${net.host}/mcp`)
    const card: unknown = await (await fetch(`${net.host}/.well-known/mcp/server-card.json`)).json()
    expect(await (await fetch(`${net.host}/mcp/server-card`)).json()).toEqual(card)
    const client = await connect(await discover(net.host))
    const account = accountOf(net, 'bidder')
    const { address } = account

    const build = await find(client, 'lock tokens to get voting power', 'build')
    expect(build).toEqual({ operationId: 'buildVetokenLock', tool: 'build' })
    const described = Described.parse(await callTool(client, 'describe_operation', { operationId: build.operationId }))
    expect(Object.keys(described.args.properties)).toEqual(expect.arrayContaining(['amountDecimal', 'durationSec']))
    expect(described.errors).toBeDefined()

    const overview = Overview.parse(await callTool(client, 'wallet_overview', { address }))
    expect(overview.actions.map(({ operationId }) => operationId)).toContain('buildVetokenLock')

    const call = { operationId: build.operationId, args: { amountDecimal: '1000', durationSec: YEAR } }
    const anonymous = errorOf(await client.callTool({ name: 'build', arguments: call }))
    expect(anonymous).toMatchObject({ code: 'unauthenticated', next: { tool: 'sign_in' } })
    const accessToken = await signIn(client, account)
    const key = { accessToken, idempotencyKey: 'lock-of-the-journey' }
    const built = Built.parse(await callTool(client, 'build', { ...call, ...key }))
    expect([built.issues, built.simulation.status]).toEqual([[], 'ok'])

    const provider = injectedProvider(net, 'bidder', { atomic: 'supported' })
    const wallet = createWalletClient({
      account: address,
      chain: foundry,
      transport: custom(provider),
      pollingInterval,
    })
    const calls = built.calls.calls.map((call) => ({ ...call, value: BigInt(call.value) }))
    const { id } = await sendCalls(wallet, {
      calls,
      forceAtomic: built.calls.atomicRequired,
      ...(built.calls.id === undefined ? {} : { id: built.calls.id }),
    })
    const { status, receipts = [] } = await waitForCallsStatus(wallet, { id, pollingInterval: 20 })
    expect([id, status]).toEqual([built.calls.id, 'success'])
    const block = Math.max(...receipts.map(({ blockNumber }) => Number(blockNumber)))

    const after = await callTool(client, 'lock_and_vote', { address, minBlock: block })
    const { lock } = z.object({ lock: User }).parse(after).lock
    expect(lock?.amount).toBe(String(10n ** 21n))
    const read = await find(client, 'lock and voting power of a wallet', 'read')
    const again = await callTool(client, read.tool, {
      operationId: read.operationId,
      args: { address, minBlock: block },
      fields: ['lock.amount'],
    })
    expect(again).toEqual({ lock: { amount: String(10n ** 21n) } })
    await client.close()
  })

  test('sends call by call with a key alone, at the tools of the family too', async () => {
    const account = accountOf(net, 'voter')
    const signer = await connect(`${net.host}/mcp`, 'pinned')
    const accessToken = await signIn(signer, account)
    const builder = await connect(`${net.host}/mcp/x/build?readonly`, 'default')
    const reader = await connect(`${net.host}/mcp/x/vetoken`, 'auto')
    const lockAt = async (minBlock = 0) =>
      BigInt(
        User.parse(await callTool(reader, 'getVetokenUser', { address: account.address, minBlock })).lock?.amount ?? 0,
      )
    const before = await lockAt()
    const args = { amountDecimal: '2', options: { accessToken } }
    const { calls, issues } = Built.parse(await callTool(builder, 'buildVetokenIncrease', args))
    expect(issues).toEqual([])
    const wallet = keyWallet(net, account)
    let block = 0n
    for (const { to, data, value } of calls.calls) {
      const receipt = await wallet.sendTransactionSync({ to, data, value: BigInt(value) })
      expect(receipt.status).toBe('success')
      block = receipt.blockNumber
    }
    expect((await lockAt(Number(block))) - before).toBe(2n * 10n ** 18n)
    for (const client of [signer, builder, reader]) await client.close()
  })

  test('security: the token of sign_in is of no use for a write, and a private key is no argument', async () => {
    const client = await connect(`${net.host}/mcp`)
    const accessToken = await signIn(client, accountOf(net, 'voter'))
    const refused = await client.callTool({
      name: 'call_write',
      arguments: { operationId: 'endAllAuthSessions', accessToken },
    })
    // To sign in again would lead nowhere.
    expect(errorOf(refused)).toMatchObject({
      code: 'unauthenticated',
      next: { tool: 'describe_operation', why: expect.stringContaining('A token of sign_in does not suffice') },
    })
    const { tools } = await client.listTools()
    expect(JSON.stringify(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))).not.toMatch(
      /private|secret|seed|mnemonic/i,
    )
    await client.close()
  })
})
