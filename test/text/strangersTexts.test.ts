import { stringToHex, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../support/ask.ts'
import { build, sessionOf } from '../build/support.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'

let net: TestNet

beforeAll(async () => {
  net = await startLocalnet({ families: ['account', 'auction', 'build', 'gauge', 'token', 'vault'] })
  const { contracts } = net.world
  for (const role of ['shareToken', 'creatorCoin', 'vault', 'usdc'] as const) {
    await write(contracts[role], NAME_SLOT, HIDDEN)
    await write(contracts[role], SYMBOL_SLOT, HIDDEN)
  }
})
afterAll(() => net?.stop())

/** Where OpenZeppelin's ERC-20 keeps its texts. */
const [NAME_SLOT, SYMBOL_SLOT] = [3n, 4n]
/** A text with a zero-width space, a filler, a bidirectional override, a tag and a joiner; AURORA to a reader. */
const HIDDEN = 'AU\u200bR\u3164O\u202eR\u{e0041}\u200dA'
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|\\u(200[bd]|3164|202e|db40)/u

/** A string of at most 31 bytes, as Solidity stores it. */
function write(token: Address, slot: bigint, text: string): Promise<unknown> {
  const bytes = stringToHex(text, { size: 31 })
  const length = (Buffer.byteLength(text) * 2).toString(16).padStart(2, '0')
  return ask(net.rpcUrl, 'anvil_setStorageAt', token, `0x${slot.toString(16)}`, `${bytes}${length}`)
}

const contracts = () => net.world.contracts

it.each<[string, () => string]>([
  ['a token’s metadata', () => `/v1/token/${contracts().shareToken}/metadata`],
  ['its entry of a token list', () => `/v1/token/${contracts().shareToken}/tokenlist`],
  ['its drawing', () => `/v1/token/${contracts().shareToken}/image?format=svg`],
  ['a vault’s report', () => `/v1/vault/${contracts().vault}/report`],
  ['the list of vaults', () => '/v1/explore/vaults'],
  ['the gauge’s vaults', () => '/v1/gauge/vaults'],
  ['an auction', () => `/v1/auction/${contracts().launchArmErc20}/status`],
])('%s says nothing that a reader does not see', async (_, path) => {
  const answer = await fetch(net.api + path())
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  expect(text).not.toMatch(UNSEEN)
  expect(text.includes('AURORA') || answer.headers.get('content-type')?.startsWith('image/svg')).toBe(true)
})

it.each<[string, string, () => object]>([
  ['a lock', 'vetoken/lock', () => ({ amount: '5', durationSec: '31536000' })],
  ['a vote', 'gauge/vote', () => ({ vaults: [contracts().vault], weights: ['1'] })],
  [
    'a bid',
    'auction/submitBid',
    () => ({
      auction: contracts().launchArmErc20,
      maxPriceQ96: String(2n ** 80n),
      amountWei: '5',
      owner: contracts().wallet,
    }),
  ],
  [
    'a loan',
    'lendpool/addCollateral',
    () => ({ pool: contracts().lendpool, borrower: contracts().wallet, collateralToPledge: String(10n ** 18n) }),
  ],
])('the sentence about %s neither', async (_, path, body) => {
  const { status, json } = await build(net.api, path, await sessionOf(net, 'stranger'), body())
  const text = JSON.stringify(json)
  expect(status, text).toBe(200)
  expect(text).not.toMatch(UNSEEN)
  expect(text).toContain('AURORA')
})
