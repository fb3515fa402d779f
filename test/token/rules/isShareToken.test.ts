import { pad, type Address, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readShareToken } from '../../../functions/token/rules/readShareToken.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { refusal } from '../../auth/support.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { startTokenNet } from '../startTokenNet.ts'
import { useNet } from '../../support/useNet.ts'

const NONE = pad('0x', { size: 32 })
const word = (address: Address): Hex => pad(address, { size: 32 })

const net = useNet(() => startTokenNet())

const leaves = ['metadata', 'tokenlist', 'image', 'logo.png', 'logo.svg']
const altered = (target: Address, functions: readonly string[] | Record<string, Hex>) =>
  deployAltered(net.rpcUrl, target, functions)
/** A copy of the share token at an address that the registry does not know. */
const unregistered = (functions: readonly string[] | Record<string, Hex> = []) =>
  altered(net.world.contracts.shareToken, functions)
/** Result of the reader, over a configuration of its own. */
function readWith(roles: Record<string, Address | undefined>, address: Address) {
  const contracts = Object.fromEntries(
    Object.entries({ ...net.world.contracts, ...roles }).filter(([, known]) => known !== undefined),
  )
  const chain = createChain(parseChainConfig({ chainId: 31337, contracts }), createRpc({ urls: [net.rpcUrl] }))
  return readShareToken(chain, address)
}

describe('what is not a share token', () => {
  test.each(['usdc', 'creatorCoin', 'vault', 'wrapper', 'veToken', 'lpVault', 'keyToken'] as const)(
    '%s is 404 everywhere, whatever it calls itself',
    async (role) => {
      for (const leaf of leaves) {
        const answer = await net.get(`/v1/token/${net.world.contracts[role]}/${leaf}`)
        expect([answer.status, answer.headers.get('x-error-code')], leaf).toEqual([404, 'not_a_token'])
      }
    },
  )

  test('a token that names a vault which knows another share token gets nothing of its name', async () => {
    const answer = await net.get(`/v1/token/${await unregistered()}/metadata`)
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_a_token'])
  })

  test('a token of no vault that says it is a hub', async () => {
    expect((await refusal(readWith({}, await unregistered({ 'vault()': NONE })))).code).toBe('not_a_token')
  })
})

describe('what is one', () => {
  test('a registered token of an older kind, without a way to its vault', async () => {
    const token = await unregistered(['vault()', 'isHub()', 'contractURI()'])
    const coin = await net.deployCoin({ name: 'Old', symbol: 'OLD' })
    await net.register(coin, net.world.contracts.vault2, token)
    const { token: read } = await readWith({}, token)
    expect(read).toMatchObject({ vault: null, decimals: 18 })
  })

  test('a token that its vault names through the gauge controller, in no registry', async () => {
    const { contracts } = net.world
    const answers = { 'getTokenForShareOFT(address)': NONE, 'getShareOFTForToken(address)': NONE }
    const registry = await altered(contracts.registry, answers)
    expect((await readWith({ registry, shareToken: undefined }, contracts.shareToken)).token.vault).toBe(
      contracts.vault,
    )
  })

  test('a token of a registry that is only read by the coin', async () => {
    const { contracts } = net.world
    const registry = await altered(contracts.registry, ['getTokenForShareOFT(address)'])
    const roles = { registry, shareToken: undefined }
    expect((await readWith(roles, contracts.shareToken)).token.vault).toBe(contracts.vault)
    expect((await refusal(readWith(roles, await unregistered()))).code).toBe('not_a_token')
  })

  test('a bridged token, which has no vault on its chain', async () => {
    const token = await unregistered({ 'vault()': NONE, 'isHub()': NONE })
    expect((await readWith({}, token)).token.vault).toBe(zeroAddress)
  })

  test('the configured one, whatever registry and vault say', async () => {
    const shareToken = await unregistered()
    expect((await readWith({ shareToken }, shareToken)).token.decimals).toBe(18)
  })
})

describe('an unknown token', () => {
  test('503 if only a registry could decide, and none is configured or none answers; never 404', async () => {
    const vault = await altered(net.world.contracts.vault, ['gaugeController()'])
    const token = await unregistered({ 'vault()': word(vault) })
    for (const registry of [undefined, addressOf('stranger'), net.world.contracts.usdc])
      expect((await refusal(readWith({ registry }, token))).code).toBe('role_not_configured')
    expect((await refusal(readWith({}, token))).code).toBe('not_a_token')
  })

  test('an ERC-20 that names no vault is not one, with or without a registry', async () => {
    expect((await refusal(readWith({ registry: undefined }, net.world.contracts.usdc))).code).toBe('not_a_token')
  })

  test('a token without decimals() is not listed with 18', async () => {
    const token = await unregistered(['decimals()'])
    expect((await refusal(readWith({ shareToken: token }, token))).code).toBe('not_a_token')
  })
})
