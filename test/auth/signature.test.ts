import { encodeFunctionData, getAddress, hashMessage, serializeErc6492Signature, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { registerAgents } from '../../localnet/world/registerAgents.ts'
import { type Anvil, startAnvil } from '../../localnet/world/startAnvil.ts'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { isSignedBy, type RunCreationCode } from '../../shared/auth/signature.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { alice, emptyChain, highS, mallory, noChain, refusal } from './support.ts'

const key = accounts.find(({ role }) => role === 'owner')?.privateKey ?? '0x'
const owner = privateKeyToAccount(key)
const message = 'hello'
const hash = hashMessage(message)
let anvil: Anvil
let run: RunCreationCode
let deployed: Address
let factory: Address
let undeployed: Address
let creation: Hex

beforeAll(async () => {
  anvil = await startAnvil()
  const chain = await openChain({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
  const { wallet, walletFactory } = await registerAgents(chain)
  deployed = wallet.address
  factory = walletFactory.address
  undeployed = getAddress(String(await chain.read(walletFactory, 'getWalletAddress', [owner.address, 7n])))
  creation = encodeFunctionData({ abi: walletFactory.abi, functionName: 'createWallet', args: [owner.address, 7n] })
  run = createRunner(createRpc({ urls: [anvil.url] }), 31337)
}, 60_000)
afterAll(() => anvil.stop())

const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data: creation, signature })

const ask = async (runner: RunCreationCode) =>
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

describe('node', () => {
  test('out of reach is upstream_failed, not a bad signature', async () => {
    expect(await refusal(ask(createRunner(createRpc({ urls: ['http://127.0.0.1:9'] }), 31337)))).toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('of another chain is upstream_failed', async () => {
    expect(await refusal(ask(createRunner(createRpc({ urls: [anvil.url] }), 1)))).toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('that fails is replaced by the next', async () => {
    expect(await ask(createRunner(createRpc({ urls: ['http://127.0.0.1:9', anvil.url] }), 31337))).toBe(true)
  })

  test('where nothing is deployed nothing is signed', async () => {
    expect(await ask(emptyChain)).toBe(false)
  })
})
