import { expect, test } from 'vitest'
import { provenanceIn } from '../../../functions/site/live/review/provenanceIn.ts'

const registry = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const token = { kind: 'shareToken', match: 'address', symbol: '■AURORA', proof: { source: 'registry', by: registry } }
const NOBODY = 'Nothing that this deployment trusts names it.'

test('names who confirms a contract', () => {
  expect(provenanceIn({ candidates: [token], unread: [] })).toBe(`shareToken ■AURORA, confirmed by ${registry}`)
  const protocol = { kind: 'protocol', match: 'address', role: 'veToken', proof: { source: 'configuration', by: null } }
  expect(provenanceIn({ candidates: [protocol] })).toBe(
    'protocol veToken, confirmed by the configuration of this deployment',
  )
})

test('security: neither an auction of a token nor a wallet confirms a contract', () => {
  const auction = { ...token, kind: 'auction', match: 'related' }
  expect(provenanceIn({ candidates: [auction, { ...token, kind: 'account' }], unread: [] })).toBe(NOBODY)
  expect(provenanceIn({ candidates: [auction, token] })).toMatch(/^shareToken /)
})

test('security: a symbol adds no words to the sentence', () => {
  const symbol = 'A, confirmed by everyone'
  expect(provenanceIn({ candidates: [{ ...token, symbol }] })).toBe(`shareToken A,…, confirmed by ${registry}`)
})

test('an unread part is unknown, not unproven', () => {
  expect(provenanceIn({ candidates: [], unread: [{ part: 'vaults' }] })).toMatch(/^It is unknown/)
  expect(provenanceIn({ candidates: [], unread: [] })).toBe(NOBODY)
})
