import { describe, expect, test } from 'vitest'
import { flagInQuery } from '../../schema/common.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { readInput } from '../../shared/http/readInput.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const operation = (id: string): Operation => {
  const found = Object.values(OPERATIONS).flatMap((family) => family[id] ?? [])[0]
  if (!found) throw new Error(`no operation ${id}`)
  return found
}
const ask = (id: string, query: string, params: Record<string, string> = {}) =>
  readInput(operation(id), params, `https://api.example.com/x${query}`, 31337)

describe('the key of the inputs', () => {
  test.each([
    [
      'listLotteryRecentEntries',
      ['', '?', '?limit=25', '?limit=025', '?limit=%32%35', '?a=1&limit=25&a=2', '?minBlock=5'],
    ],
    ['listLotteryRecentEntries', [`?creatorCoin=${COIN}&limit=9`, `?limit=9&creatorCoin=${COIN.toLowerCase()}`]],
    ['listLotteryRecentEntries', ['?limit=200', '?limit=999', '?limit=999#part']],
    [
      'listExploreVaults',
      ['', '?limit=40&sort=volume&time=1d', '?time=1d&limit=40', '?chainId=31337', '?query=', '?query=+%20'],
    ],
    ['listExploreVaults', ['?query=a+B', '?query=A%20b', '?query=%20a%20b&sort=volume', '?query=+a+b+']],
  ])('of %s is one for %j', (id, queries) => {
    expect(new Set(queries.map((query) => ask(id, query).key)).size).toBe(1)
  })

  test('is one for an address with its checksum or in lower case', () => {
    const keys = [COIN, COIN.toLowerCase()].map((address) => ask('getVetokenUser', '', { address }).key)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toContain(COIN)
  })

  test('is another for another input, and for another operation with the same', () => {
    const keys = [
      ask('listLotteryRecentEntries', ''),
      ask('listLotteryRecentWinners', ''),
      ask('listLotteryRecentEntries', '?limit=24'),
      ask('listLotteryRecentEntries', '?fromBlock=24'),
      ask('listLotteryRecentEntries', '?toBlock=24'),
      ask('getVetokenUser', '', { address: COIN }),
      ask('getGaugeUserVotes', '', { address: COIN }),
      ask('getTokenImage', '?size=64', { address: COIN }),
      ask('getTokenImage', '?size=64&format=svg', { address: COIN }),
    ]
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
  })

  test('leaves out the requested block, which is given next to it', () => {
    expect(ask('listLotteryRecentEntries', '?minBlock=0012').minBlock).toBe(12n)
    expect(ask('listLotteryRecentEntries', '').minBlock).toBeUndefined()
  })
})

test('the block to answer as of is part of the key, and given next to it', () => {
  const [newest, seventh, same] = ['', '?block=7', '?block=007'].map((query) => ask('getGaugeEpoch', query))
  expect([newest?.block, seventh?.block]).toEqual([undefined, 7n])
  expect(seventh?.key).not.toBe(newest?.key)
  expect(same?.key).toBe(seventh?.key)
})

test.each(['?limit=1&limit=1', '?limit=&limit=2', '?%6cimit=1&limit=2', '?minBlock=1&minBlock=1'])(
  'a parameter that is given twice is refused: %s',
  (query) => {
    expect(() => ask('listLotteryRecentEntries', query)).toThrow(/^invalid_request: \w+: must be given only once$/)
  },
)

test.each([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])('a boolean of a query may be written as Python writes it: %s', (text, value) => {
  expect(flagInQuery(!value, 'Whether').parse(text)).toBe(value)
})
