import { keccak256, toHex, zeroHash } from 'viem'
import { getContractEvents } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const send = (role: AccountRole, name: string, args: unknown[]) =>
  at().chain.send(role, at().contract('reputationRegistry'), name, args)
const read = (name: string, args: unknown[]) => at().chain.read(at().contract('reputationRegistry'), name, args)
const give = (role: AccountRole, agentId: number, value: bigint, decimals: number, tag1 = '', tag2 = '') =>
  send(role, 'giveFeedback', [agentId, value, decimals, tag1, tag2, '', '', zeroHash])
const summary = (agentId: number, clients: AccountRole[], tag1 = '', tag2 = '') =>
  read('getSummary', [agentId, clients.map((role) => addressOf(role)), tag1, tag2])

describe('happy', () => {
  test('a summary is the mean, cut toward zero to the decimals that most values have', async () => {
    // 87 and -32.5: 27.25, and 0 decimals as often as 1.
    expect(await summary(0, ['voter', 'bidder'])).toEqual([2n, 27n, 0])
    // -32.5 and -1.25: -16.875 with 1 decimal as often as 2.
    await give('stranger', 0, -125n, 2, 'small')
    expect(await summary(0, ['bidder', 'stranger'])).toEqual([2n, -168n, 1])
    // And -1.25 twice: -35 / 3 with 2 decimals.
    await give('stranger', 0, -125n, 2, 'small')
    expect(await summary(0, ['bidder', 'stranger'])).toEqual([3n, -1166n, 2])
    expect(await summary(0, ['stranger'], 'small')).toEqual([2n, -125n, 2])
    expect(await summary(0, ['stranger'], 'smal')).toEqual([0n, 0n, 0])
  })

  test('indexes count from one; what was taken back stays, marked', async () => {
    expect(await read('getLastIndex', [0, addressOf('voter')])).toBe(2n)
    expect(await read('readFeedback', [0, addressOf('voter'), 1n])).toEqual([87n, 0, 'starred', 'vaults', false])
    expect(await read('readFeedback', [0, addressOf('voter'), 2n])).toEqual([12n, 0, 'starred', 'vaults', true])
    expect(await read('getLastIndex', [0, addressOf('stranger')])).toBe(0n)
  })

  test('no client named means all clients', async () => {
    const [clients, indexes, values, decimals] = Object(await read('readAllFeedback', [0, [], '', '', false]))
    expect(clients).toEqual([addressOf('voter'), addressOf('bidder'), addressOf('borrower')])
    expect([indexes, values, decimals]).toEqual([
      [1n, 1n, 1n],
      [87n, -325n, 9977n],
      [0, 1, 2],
    ])
    const [all, , , , , , revoked] = Object(await read('readAllFeedback', [0, [], 'starred', '', true]))
    expect(all).toHaveLength(3)
    expect(revoked).toEqual([false, true, false])
    expect(await read('getClients', [0])).toHaveLength(3)
  })

  test('values go to 10^38 and below zero, with up to 18 decimals', async () => {
    await give('stranger', 1, -(10n ** 38n), 18)
    expect(await read('readFeedback', [1, addressOf('stranger'), 1n])).toEqual([-(10n ** 38n), 18, '', '', false])
    expect(await summary(1, ['stranger'])).toEqual([1n, -(10n ** 38n), 18])
  })

  test('the document is in the event alone, under its hash', async () => {
    const logs = await getContractEvents(at().chain.client, {
      ...at().contract('reputationRegistry'),
      eventName: 'NewFeedback',
      fromBlock: 0n,
    })
    expect(logs).toHaveLength(5)
    for (const { args } of logs) {
      const { feedbackURI, feedbackHash } = Object(args)
      const document = Buffer.from(String(feedbackURI).split(',')[1] ?? '', 'base64').toString()
      expect(keccak256(toHex(document))).toBe(feedbackHash)
    }
  })
})

describe('error', () => {
  test('each refusal has the text of the reference contract', async () => {
    const voter = addressOf('voter')
    expect(await revertOf(give('stranger', 0, 1n, 19))).toBe('too many decimals')
    expect(await revertOf(give('stranger', 0, 10n ** 38n + 1n, 0))).toBe('value too large')
    expect(await revertOf(send('voter', 'revokeFeedback', [0, 0n]))).toBe('index must be > 0')
    expect(await revertOf(send('voter', 'revokeFeedback', [0, 3n]))).toBe('index out of bounds')
    expect(await revertOf(send('voter', 'revokeFeedback', [0, 2n]))).toBe('Already revoked')
    expect(await revertOf(send('stranger', 'revokeFeedback', [0, 1n]))).toBe('index out of bounds')
    expect(await revertOf(send('agent', 'appendResponse', [0, voter, 1n, '', zeroHash]))).toBe('Empty URI')
    expect(await revertOf(send('agent', 'appendResponse', [0, voter, 9n, 'x', zeroHash]))).toBe('index out of bounds')
    expect(await revertOf(read('getSummary', [0, [], '', '']))).toBe('clientAddresses required')
    expect(await revertOf(read('readFeedback', [0, voter, 0n]))).toBe('index must be > 0')
  })

  test('nobody rates an agent that is not there', async () => {
    expect(await revertOf(give('stranger', 99, 1n, 0))).toMatch(/ERC721NonexistentToken|0x7e273289/)
  })
})

describe('security', () => {
  test('an agent’s owner and those it authorised cannot rate it', async () => {
    expect(await revertOf(give('agent', 0, 100n, 0))).toBe('Self-feedback not allowed')
    const identities = at().contract('identityRegistry')
    await at().chain.send('agent', identities, 'approve', [addressOf('stranger'), 0])
    expect(await revertOf(give('stranger', 0, 100n, 0))).toBe('Self-feedback not allowed')
  })
})
