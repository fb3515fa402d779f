import type { RpcCall } from '../../shared/chain/RpcCall.ts'
import {
  encodeFunctionData,
  getAddress,
  hashMessage,
  numberToHex,
  serializeErc6492Signature,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accounts } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { registerAgents } from '../../localnet/world/agents.ts'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { isSignedBy, type RunCreationCode } from '../../shared/auth/signature.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { ask } from '../support/ask.ts'
import { alice, emptyChain, highS, mallory, noChain, refusal } from './support.ts'
import { useNet } from '../support/useNet.ts'

const key = accounts.find(({ role }) => role === 'owner')?.privateKey ?? '0x'
const owner = privateKeyToAccount(key)
const message = 'hello'
const hash = hashMessage(message)
let run: RunCreationCode
let deployed: Address
let factory: Address
let undeployed: Address
let creation: Hex

const anvil = useNet(() => startAnvil())
beforeAll(async () => {
  const chain = await openChain({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
  const { wallet, walletFactory } = await registerAgents(chain)
  deployed = wallet.address
  factory = walletFactory.address
  undeployed = getAddress(String(await chain.read(walletFactory, 'getWalletAddress', [owner.address, 7n])))
  creation = encodeFunctionData({ abi: walletFactory.abi, functionName: 'createWallet', args: [owner.address, 7n] })
  run = createRunner(createRpc({ urls: [anvil.url] }), 31337)
})

const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data: creation, signature })

const askWith = async (runner: RunCreationCode) =>
  isSignedBy({ address: deployed, hash, signature: await owner.signMessage({ message }) }, runner)

describe('account', () => {
  test('is checked without a node', async () => {
    expect(
      await isSignedBy({ address: alice.address, hash, signature: await alice.signMessage({ message }) }, noChain),
    ).toBe(true)
  })

  test('security: another signer, another message and high s are refused by the node too', async () => {
    for (const signature of [
      await mallory.signMessage({ message }),
      await alice.signMessage({ message: 'bye' }),
      highS(await mallory.signMessage({ message })),
    ]) {
      expect(await isSignedBy({ address: alice.address, hash, signature }, run)).toBe(false)
    }
    expect(
      await isSignedBy({ address: alice.address, hash, signature: highS(await alice.signMessage({ message })) }, run),
    ).toBe(false)
  })

  test.each<Hex>([
    '0x',
    '0x00',
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `0x${'ab'.repeat(500)}`,
    `0x${'6492'.repeat(16)}`,
  ])('security: %s is no signature', async (signature) => {
    expect(await isSignedBy({ address: alice.address, hash, signature }, run)).toBe(false)
    expect(await isSignedBy({ address: deployed, hash, signature }, run)).toBe(false)
  })
})

describe('contract wallet', () => {
  test('deployed: its ERC-1271 decides', async () => {
    const signature = await owner.signMessage({ message })
    expect(await isSignedBy({ address: deployed, hash, signature }, run)).toBe(true)
    expect(await isSignedBy({ address: deployed, hash, signature: await mallory.signMessage({ message }) }, run)).toBe(
      false,
    )
    expect(await isSignedBy({ address: deployed, hash, signature: highS(signature) }, run)).toBe(false)
  })

  test('not yet deployed: ERC-6492 creates it for the question', async () => {
    const signature = await owner.signMessage({ message })
    expect(await isSignedBy({ address: undeployed, hash, signature: wrap(signature) }, run)).toBe(true)
    expect(
      await isSignedBy({ address: undeployed, hash, signature: wrap(await mallory.signMessage({ message })) }, run),
    ).toBe(false)
    expect(await isSignedBy({ address: undeployed, hash, signature }, run)).toBe(false)
    expect(await isSignedBy({ address: alice.address, hash, signature: wrap(signature) }, run)).toBe(false)
  })
})

describe('gas', () => {
  /** A node that caps the gas of a call at `cap`. */
  const capped = (cap: number): RunCreationCode => {
    const rpc = createRpc({ urls: [anvil.url] })
    const clip = ({ method, params: [call, ...rest] }: RpcCall): RpcCall => {
      const { gas } = z.object({ gas: z.string() }).safeParse(call).data ?? {}
      if (gas === undefined) return { method, params: call === undefined ? [] : [call, ...rest] }
      const given = numberToHex(Math.min(cap, Number(gas)))
      return { method, params: [{ ...z.record(z.string(), z.unknown()).parse(call), gas: given }, ...rest] }
    }
    return createRunner({ ...rpc, send: (calls, accept) => rpc.send(calls.map(clip), accept) }, 31337)
  }
  const M = 1_000_000
  /** JUMPDEST, PUSH1 0, JUMP: uses up all that it is given. */
  const waster: Address = '0x00000000000000000000000000000000000aa570'
  /** Calls the waster, and when that has failed says that the signature is not its own. */
  const polite: Address = '0x00000000000000000000000000000000000aa571'
  const any: Hex = `0x${'12'.repeat(65)}`
  const signedBy = (address: Address, signature: Hex) => ({ address, hash, signature })

  beforeAll(async () => {
    await ask(anvil.url, 'anvil_setCode', waster, '0x5b600056')
    const callWaster = `6000600060006000600073${waster.slice(2)}5af150`
    await ask(anvil.url, 'anvil_setCode', polite, `0x${callWaster}63ffffffff60e01b60005260206000f3`)
  })

  test('is set in the call, and little of it', async () => {
    const sent: RpcCall[] = []
    const rpc = createRpc({ urls: [anvil.url] })
    const recording = { ...rpc, send: (calls: readonly RpcCall[]) => (sent.push(...calls), rpc.send(calls)) }
    await isSignedBy(signedBy(deployed, '0x12'), createRunner(recording, 31337))
    expect(sent.map(({ method, params: [call] }) => [method, call])).toEqual([
      ['eth_chainId', undefined],
      ['eth_call', { data: expect.stringMatching(/^0x/), gas: '0x2dc6c0' }],
    ])
  })

  test.each([50, 25, 10, 5, 2, 1])('of %i M is enough to decide', async (millions) => {
    const runner = capped(millions * M)
    const [good, bad] = [await owner.signMessage({ message }), await mallory.signMessage({ message })]
    const checks = [
      signedBy(deployed, good),
      signedBy(deployed, bad),
      signedBy(undeployed, wrap(good)),
      signedBy(undeployed, wrap(bad)),
      signedBy(alice.address, bad),
    ].map((signed) => isSignedBy(signed, runner))
    expect(await Promise.all(checks)).toEqual([true, false, true, false, false])
  })

  test.each([10_000, 60_000, 100_000, 200_000, 150_000])(
    'of %i is too little for a wallet to be made: an outage',
    async (cap) => {
      const signature = wrap(await owner.signMessage({ message }))
      expect(await refusal(isSignedBy(signedBy(undeployed, signature), capped(cap)))).toMatchObject({
        code: 'upstream_failed',
      })
    },
  )

  describe.each([
    ['a wallet', () => signedBy(waster, any)],
    ['what a wallet calls', () => signedBy(polite, any)],
    [
      'a factory',
      () => signedBy(undeployed, serializeErc6492Signature({ address: waster, data: '0x', signature: '0x12' })),
    ],
  ])('security: used up by %s', (_name, signed) => {
    test('within our own bound means that it is not signed', async () => {
      expect(await isSignedBy(signed(), run)).toBe(false)
      expect(await isSignedBy(signed(), capped(50 * M))).toBe(false)
    })

    test('at a node that gives less means nothing', async () => {
      for (const cap of [2 * M, M, 300_000])
        expect(await refusal(isSignedBy(signed(), capped(cap)))).toMatchObject({ code: 'upstream_failed' })
    })
  })
})

describe('node', () => {
  test('out of reach is upstream_failed, not a bad signature', async () => {
    expect(await refusal(askWith(createRunner(createRpc({ urls: ['http://127.0.0.1:9'] }), 31337)))).toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('of another chain is upstream_failed', async () => {
    expect(await refusal(askWith(createRunner(createRpc({ urls: [anvil.url] }), 1)))).toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('that fails is replaced by the next', async () => {
    expect(await askWith(createRunner(createRpc({ urls: ['http://127.0.0.1:9', anvil.url] }), 31337))).toBe(true)
  })

  test.each([
    ['an error', { error: { code: -32000, message: 'execution reverted' } }],
    ['nothing', { result: '0x' }],
    ['null', { result: null }],
    ['less than the answer', { result: '0x0101' }],
    ['a word', { result: `0x${'00'.repeat(31)}01` }],
  ])('that says %s is upstream_failed, not a bad signature', async (_name, reply) => {
    const rpc = { ...createRpc({ urls: [] }), send: async () => [{ result: '0x7a69' }, reply] }
    expect(await refusal(askWith(createRunner(rpc, 31337)))).toMatchObject({ code: 'upstream_failed' })
  })

  test('where nothing is deployed nothing is signed', async () => {
    expect(await askWith(emptyChain)).toBe(false)
  })
})
