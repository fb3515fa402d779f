import { getAddress, type Address, type Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { UnsignedCalldata } from '../../schema/calldata.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import type { Effect } from '../../shared/calldata/changes.ts'
import { operations } from '../laws/live.ts'
import { sessionOf } from '../build/support.ts'
import { ask } from '../support/ask.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { prepared, useNet } from '../support/useNet.ts'
import { amountOf, movedTokens } from './amounts.ts'
import { ELSEWHERE, INPUTS, OF_AGENT, setStage, type Stage } from './inputs.ts'
import { coinbaseWallet, eoa, operationWallet, safe, type Mined, type Sender, type WalletCall } from './wallets.ts'

/** Builds in one world, and worlds: the node of a world grows slower with each block that it keeps. */
const BUILDS = 300
const WORLDS = soak(1, 36)

const Calls = UnsignedCalldata.pick({ from: true, calls: true, effects: true, issues: true, simulation: true })
/** The call of an answer, which a publication has in a field. */
const Answer = z.union([
  Calls,
  z.object({ data: z.object({ setAgentURI: Calls }) }).transform(({ data }) => data.setAgentURI),
])

type Built = z.output<typeof Calls>

/** The end of a request: refused, a simulated revert, or mined, with or without success. */
type End = 'refused' | 'reverts' | 'mined' | 'failed'

const callsOf = ({ calls }: Built): WalletCall[] =>
  calls.calls.map(({ to, data, value }) => ({
    to: getAddress(to),
    data: `0x${data.slice(2)}`,
    value: BigInt(value),
  }))

/** How what happened to an amount differs from its effect; null if it does not. */
function faultOf(effect: Effect, happened: bigint): string | null {
  const { certainty, delta, least, most, kind } = effect
  const isWithin =
    certainty === 'certain'
      ? happened === BigInt(delta ?? 0)
      : (least === null || happened >= BigInt(least)) && (most === null || happened <= BigInt(most))
  return isWithin
    ? null
    : `${kind} of ${effect.address} at ${effect.contract} changed by ${happened}, which is not ${certainty} ${delta} [${least}, ${most}]`
}

/** Tokens that moved at an account although no effect lists them. */
function unlisted(
  effects: readonly Effect[],
  { logs }: Mined,
  accounts: readonly Address[],
  veToken: Address,
): string[] {
  return accounts.flatMap((account) =>
    [...movedTokens(logs, account)]
      .filter((token) => !effects.some(({ address, contract }) => address === account && contract === token))
      // The receipt of a lock is its voting power, which its effect has.
      .filter((token) => token !== veToken)
      .map((token) => `tokens of ${token} moved at ${account}, which no effect lists`),
  )
}

/** The sender and the other accounts with effects. A contract that counts for others, such as an auction for bids, is not an account. */
const accountsOf = (effects: readonly Effect[], sender: Sender): Address[] => [
  ...new Set([sender.address, ...effects.flatMap(({ address, contract }) => (address === contract ? [] : address))]),
]

const Block = z.object({ number: z.custom<Hex>(), timestamp: z.custom<Hex>() })
const blockOf = async (rpcUrl: string) => Block.parse(await ask(rpcUrl, 'eth_getBlockByNumber', 'latest', false))

async function mine(
  built: Built,
  sender: Sender,
  { rpcUrl, world: { contracts } }: TestNet,
): Promise<{ end: End; faults: string[] }> {
  const where = { rpcUrl, permit2: contracts.permit2, lendpoolInfo: contracts.lendpoolInfo }
  const effects = built.effects ?? []
  const amounts = async () => Promise.all(effects.map((effect) => amountOf(where, effect)))
  const native = { kind: 'native', address: sender.address, contract: null, spender: null, id: null } as const
  const [before, wei] = [await amounts(), await amountOf(where, native)]
  const { number: block } = await blockOf(rpcUrl)
  const mined = await sender.send(callsOf(built))
  if (!mined.success) return { end: 'failed', faults: [] }
  const [after, left] = [await amounts(), await amountOf(where, native)]
  const { timestamp: time } = await blockOf(rpcUrl)
  // The interest of the seconds before is no effect of the calls.
  for (const [i, effect] of effects.entries())
    if (effect.kind === 'debt') before[i] = await amountOf(where, effect, { block, time })
  const feeOf = ({ kind, address }: Effect) => (kind === 'native' && address === sender.address ? mined.fee : 0n)
  const faults = effects.flatMap(
    (effect, i) => faultOf(effect, (after[i] ?? 0n) - (before[i] ?? 0n) + feeOf(effect)) ?? [],
  )
  const listsNative = effects.some(({ kind, address }) => kind === 'native' && address === sender.address)
  const spent = wei - left - mined.fee
  return {
    end: 'mined',
    faults: [
      ...faults,
      ...(built.effects === null ? ['it has no effects'] : []),
      ...(listsNative || spent === 0n ? [] : [`${spent} wei were paid, which no effect lists`]),
      ...unlisted(effects, mined, accountsOf(effects, sender), contracts.veToken),
    ],
  }
}

const Json = z.object({ content: z.object({ 'application/json': z.object({ schema: z.instanceof(z.ZodType) }) }) })

/** Whether an answer, or a part of it, is that of a builder. */
function hasEffects(response: unknown): boolean {
  const { data } = Json.safeParse(response)
  const schema = data?.content['application/json'].schema
  return (
    schema !== undefined &&
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('effectsUnavailable')
  )
}

describe('the table of inputs', () => {
  it('has each builder', () => {
    const builders = operations.filter(({ operation }) => hasEffects(operation.responses['200']))
    expect(builders.map(({ id }) => id).toSorted()).toEqual(
      [...Object.keys(INPUTS), ...Object.keys(ELSEWHERE)].toSorted(),
    )
  })
})

describe.each(Array.from({ length: WORLDS }, (_, world) => world))('in world %i', (world) => {
  const net = useNet(() =>
    startLocalnet({
      families: ['account', 'agents', 'build', 'market'],
      blockTimeMs: 0,
      variables: { LIMIT_MULTIPLIER: '1000000' },
    }),
  )
  const chain = prepared(async () => openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() }))
  const headers = prepared(async () => ({ admin: await sessionOf(net, 'admin'), agent: await sessionOf(net, 'agent') }))
  let stage: Stage
  let senders: readonly Sender[]
  beforeAll(async () => {
    stage = await setStage(chain, net.world)
    const factory = chain.at('SmartWalletFactory', net.world.contracts.smartWalletFactory)
    senders = [
      eoa(net.rpcUrl, 'stranger'),
      await coinbaseWallet(chain, factory, 'bidder'),
      await safe(net.rpcUrl, 'borrower'),
      await operationWallet(chain, factory, 'voter'),
    ]
  })

  it(`what a build says is what happens, in ${BUILDS} random builds of every builder by four kinds of wallets`, async () => {
    const random = seeded(`effects ${world}`)
    const counts = new Map<string, Record<End, number>>()
    const faults: string[] = []
    const owner = eoa(net.rpcUrl, 'agent')
    const names = Object.keys(INPUTS)
    let order: string[] = []
    for (let i = 0; i < BUILDS; i++) {
      if (order.length === 0) order = random.shuffled(names)
      const name = order.pop() ?? ''
      const sender = OF_AGENT.includes(name) ? owner : senders[random.below(senders.length)]
      const input = INPUTS[name]
      if (!sender || !input) continue
      await stage.own(sender)
      const { path, body, as = 'admin' } = await input({ sender, random, stage })
      const answer = await fetch(`${net.api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers[as] },
        body: JSON.stringify(
          path === '/v1/agents/publish' ? body : { from: sender.address, ...body },
          (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
        ),
      })
      const text = await answer.text()
      const count = counts.get(name) ?? { refused: 0, reverts: 0, mined: 0, failed: 0 }
      counts.set(name, count)
      if (answer.status !== 200) {
        count.refused++
        if (answer.status >= 500) faults.push(`${name}: ${answer.status} ${text}`)
        continue
      }
      const built = Answer.parse(JSON.parse(text))
      if (built.simulation.status !== 'ok') {
        count.reverts++
        continue
      }
      const unexpected = built.issues.filter(({ code }) => code === 'unexpected_effect')
      const isFee = built.issues.some(({ code }) => code === 'transfer_fee')
      if (!isFee) faults.push(...unexpected.map(({ message }) => `${name}: ${message}`))
      const { end, faults: found } = await mine(built, sender, net)
      count[end]++
      faults.push(...found.map((fault) => `${name} by ${sender.kind}: ${fault}`))
    }
    console.table(Object.fromEntries(counts))
    expect(faults).toEqual([])
    // Most requests to each builder are mined, and a call that succeeds in the simulation hardly ever fails in the next block.
    const least = Math.floor(BUILDS / names.length / 2)
    const rare = [...counts].filter(([, { mined, failed }]) => mined < least || failed > 1)
    expect(rare).toEqual([])
  }, 240_000)
})
