import { pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { EventLog } from '../../shared/events/EventList.ts'
import { openEventPage } from '../../shared/events/openEventPage.ts'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { refusal } from '../auth/support.ts'

const log = (blockNumber: number, logIndex = 0): EventLog => ({
  blockNumber,
  logIndex,
  address: pad('0xe0', { size: 20 }),
  topics: [],
  data: '0x',
  blockHash: pad('0x02'),
  txHash: pad('0x01'),
  blockTime: null,
})
const events = [log(9, 3), log(9, 1), log(7), log(4)]
const page = (count: number, truncated = false) => ({ events: events.slice(0, count), truncated, fromBlock: 2 })
const open = (query: Omit<Parameters<typeof openEventPage>[1], 'limit'>) =>
  openEventPage('list', { limit: 2, ...query })
const refusalOf = (query: Parameters<typeof open>[0]) => refusal(Promise.resolve().then(() => open(query)))

describe('a page that was read for one more', () => {
  test('is cut to its limit, and goes on after its last event', () => {
    const { nextCursor, ...cut } = open({}).cut(page(3))
    expect(cut).toEqual({ events: events.slice(0, 2), truncated: false, fromBlock: 2 })
    expect(open({ cursor: nextCursor ?? '' }).before).toEqual({ blockNumber: 9, logIndex: 1 })
  })

  test('with nothing more is the last', () => {
    expect(open({}).cut(page(2))).toEqual({ ...page(2), nextCursor: null })
  })

  test('that the bounds of a node ended goes on below the blocks that were looked at', () => {
    const { events: shown, nextCursor } = open({}).cut(page(1, true))
    expect(shown).toHaveLength(1)
    expect(open({ cursor: nextCursor ?? '' }).before).toEqual({ blockNumber: 2, logIndex: 0 })
  })
})

describe('what a request says', () => {
  test('may be nothing, or one block', () => {
    expect(open({})).toMatchObject({ before: undefined, limit: 3 })
    expect(open({ fromBlock: 5, toBlock: 5 }).before).toBeUndefined()
  })

  test.each([
    ['of another list', encodeKeyset('other', [1, 2])],
    ['of another shape', encodeKeyset('list', [1])],
    ['with a negative position', encodeKeyset('list', [1, -1])],
    ['that nobody wrote', 'x'],
  ])('is refused for a cursor %s', async (_, cursor) => {
    const refused = await refusalOf({ cursor })
    expect([refused.code, refused.detail]).toEqual([
      'invalid_request',
      'cursor: is not a nextCursor of this list with these filters and this order; omit it to start over',
    ])
  })

  test('is refused for blocks in the wrong order, whatever the cursor', async () => {
    const refused = await refusalOf({ fromBlock: 6, toBlock: 5, cursor: 'x' })
    expect([refused.code, refused.detail]).toEqual(['invalid_request', 'fromBlock: must not be above toBlock'])
  })
})
