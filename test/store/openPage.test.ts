import { describe, expect, it } from 'vitest'
import { decodeKeyset, encodeKeyset, openPage } from '../../shared/store/openPage.ts'

const raw = (text: string) => Buffer.from(text).toString('base64url')
const SHAPE = ['string', 'number'] as const

describe('a cursor', () => {
  it('gives back the key it was made from', () => {
    expect(decodeKeyset('list:a', SHAPE, encodeKeyset('list:a', ['■ ü', 7]))).toEqual(['■ ü', 7])
  })

  it('is text that needs no escaping in a URL', () => {
    expect(encodeKeyset('list:a', ['>>>???■■■', 1])).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  const valid = encodeKeyset('list:a', ['x', 7])
  it.each([
    ['of another list', encodeKeyset('list:b', ['x', 7])],
    ['with a part of another kind', encodeKeyset('list:a', ['x', '7'])],
    ['with too few parts', encodeKeyset('list:a', ['x'])],
    ['with too many parts', encodeKeyset('list:a', ['x', 7, 8])],
    ['with a fraction', encodeKeyset('list:a', ['x', 7.5])],
    ['with a negative number', encodeKeyset('list:a', ['x', -7])],
    ['written in another way', raw('["list:a", "x", 7]')],
    ['that is no JSON', raw('[')],
    ['that is no array', raw('{"0":"list:a"}')],
    ['that is no UTF-8', Buffer.from([0x5b, 0xff, 0x5d]).toString('base64url')],
    ['with padding', `${valid}=`],
    ['with a character of plain base64', `${valid}+`],
    ['cut short', valid.slice(0, -2)],
    ['that is too long', encodeKeyset('list:a', ['x'.repeat(600), 7])],
    ['that is empty', ''],
  ])('%s is refused', (_, cursor) => {
    expect(decodeKeyset('list:a', SHAPE, cursor)).toBeNull()
  })

  it('is refused if a part has another form', () => {
    expect(decodeKeyset('list', [/^0x$/], encodeKeyset('list', ['0x']))).toEqual(['0x'])
    expect(decodeKeyset('list', [/^0x$/], encodeKeyset('list', ['0y']))).toBeNull()
  })
})

describe('a page', () => {
  const open = (cursor?: string) => openPage('list', ['number'], { cursor, limit: 2 })

  it('shows as many rows as it may, and goes on after the last of them', () => {
    const first = open()
    expect(first).toMatchObject({ after: undefined, limit: 3 })
    const { rows, nextCursor } = first.cut([9, 7, 4], (row) => [row])
    expect([rows, open(nextCursor ?? '').after]).toEqual([[9, 7], [7]])
    expect(open(nextCursor ?? '').cut([4], (row) => [row])).toEqual({ rows: [4], nextCursor: null })
  })

  it('that is full and has no other after it is the last', () => {
    expect(open().cut([9, 7], (row) => [row]).nextCursor).toBeNull()
  })

  it.each(['x', encodeKeyset('other', [1]), ''])('is refused for the cursor %j', (cursor) => {
    expect(() => open(cursor)).toThrow(
      'is not a nextCursor of this list with these filters and this order; omit it to start over',
    )
  })
})
