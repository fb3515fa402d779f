import { numberToHex, pad, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { movedTokens } from '../../../functions/build/status/movedTokens.ts'
import { TRANSFER } from '../../../shared/domain/token/shareTokenAbi.ts'

const WALLET: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const transfer = (from: Address, to: Address, amount: bigint, others: { topics?: Hex[]; data?: Hex } = {}) => ({
  address: TOKEN,
  topics: [TRANSFER, pad(from), pad(to)],
  data: word(amount),
  blockNumber: 1,
  logIndex: 0,
  blockHash: word(1n),
  txHash: word(2n),
  blockTime: null,
  ...others,
})

it('adds up what each account gained and lost, and leaves out what adds up to nothing', () => {
  const logs = [transfer(WALLET, OTHER, 10n), transfer(OTHER, WALLET, 4n)]
  expect(movedTokens(logs, [WALLET])).toEqual([{ address: WALLET, token: TOKEN, delta: -6n }])
  expect(movedTokens(logs, [WALLET, OTHER]).map(({ delta }) => delta)).toEqual([-6n, 6n])
  expect(movedTokens([...logs, transfer(OTHER, WALLET, 6n)], [WALLET])).toEqual([])
  expect(movedTokens([transfer(WALLET, WALLET, 6n)], [WALLET])).toEqual([])
})

it('security: ignores logs that are not transfers of ERC-20', () => {
  const one = transfer(WALLET, OTHER, 1n)
  const logs = [
    { ...one, topics: [...one.topics, word(7n)] },
    { ...one, topics: one.topics.slice(0, 2) },
    { ...one, topics: [TRANSFER, word(2n ** 255n), pad(WALLET)] },
    { ...one, data: '0x01' as const },
    { ...one, topics: [word(1n), pad(WALLET), pad(OTHER)] },
  ]
  expect(movedTokens(logs, [WALLET])).toEqual([])
})

it('security: lists sixteen of thousands of tokens', () => {
  const logs = Array.from({ length: 3000 }, (_, i) => ({
    ...transfer(OTHER, WALLET, 1n),
    address: pad(numberToHex(i + 1), { size: 20 }),
  }))
  expect(movedTokens(logs, [WALLET])).toHaveLength(16)
})
