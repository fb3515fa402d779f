import tokenListSchema from '@uniswap/token-lists/dist/tokenlist.schema.json' with { type: 'json' }
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { getAddress, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ShareToken } from '../../functions/token/rules/shareTokenCalls.ts'
import { tokenList } from '../../functions/token/tokenList.ts'
import { tokenMetadata } from '../../functions/token/tokenMetadata.ts'
import { erc7572Schema } from '../support/erc7572.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const isTokenList = ajv.compile(tokenListSchema)
const isMetadata = ajv.compile(erc7572Schema)

const address = getAddress(`0x${'ab'.repeat(20)}`)
const vault = getAddress(`0x${'cd'.repeat(20)}`)
const owner = getAddress(`0x${'ef'.repeat(20)}`)
const links = { api: 'https://api.example.com/api', app: 'https://app.example.com' }
const provenance = { status: 'not_proven', source: null, by: null, message: 'nothing names it' } as const
const reads: ShareToken = {
  provenance,
  name: '\u25a0Akita',
  symbol: '\u25a0AKITA',
  decimals: 18,
  owner,
  version: null,
  description: null,
  oftVersion: null,
  contractUri: null,
  vault,
  coin: { address: owner, name: 'Akita', symbol: 'AKITA', owner: null, contractUri: null },
}
const nothing: ShareToken = {
  provenance,
  name: null,
  symbol: 'X',
  decimals: 18,
  owner: null,
  version: null,
  description: null,
  oftVersion: null,
  contractUri: null,
  vault: null,
  coin: { address: null, name: null, symbol: null, owner: null, contractUri: null },
}

const descriptionOf = (changes: Partial<ShareToken>) =>
  tokenMetadata(address, 8453, { ...reads, ...changes }, links).description

describe('hostile and odd names', () => {
  test.each([
    ['none', nothing],
    ['empty ones', { ...reads, name: '', symbol: '' }],
    [
      'very long ones',
      { ...reads, name: 'long name '.repeat(5000), symbol: 'S'.repeat(5000), description: 'd'.repeat(90_000) },
    ],
    ['white space', { ...reads, name: ' a\t\n\u2028b ', symbol: ' A \u00a0B\n' }],
    ['emoji', { ...reads, name: '\u{1f60e}'.repeat(70), symbol: '\u{1f60e}'.repeat(30) }],
    ['controls and overrides', { ...reads, name: '\u0000\u202eevil\u0007', symbol: '\u0000\u202e' }],
    ['a lone surrogate', { ...reads, name: 'a\ud800b', symbol: '\ud800' }],
    ['markup', { ...reads, name: '"><script>', symbol: '"><script>' }],
  ] satisfies [string, ShareToken][])('still make valid documents: %s', (_, token) => {
    const list = tokenList(address, 8453, token, links)
    expect(isTokenList(list), JSON.stringify(isTokenList.errors)).toBe(true)
    const document = tokenMetadata(address, 8453, token, links)
    expect(isMetadata(document), JSON.stringify(isMetadata.errors)).toBe(true)
    expect([document.name, document.symbol, document.description].every((text) => text.length > 0)).toBe(true)
    expect(JSON.stringify([list, document])).not.toMatch(/\\u0000|\u202e/)
    expect(JSON.stringify(document).length).toBeLessThan(8000)
  })
})

describe('the metadata', () => {
  test('takes the description of the token, else of the document that it holds, else a plain one', () => {
    const contractUri = 'data:application/json,{"name":"x","description":"From the document"}'
    expect(descriptionOf({ description: 'Its own', contractUri })).toBe('Its own')
    expect(descriptionOf({ contractUri })).toBe('From the document')
    expect(descriptionOf({ contractUri: 'https://api.example.com/metadata' })).toBe(
      '\u25a0Akita represents shares of a creator vault over AKITA.',
    )
  })

  test('names the vault, not the share token, in its link', () => {
    expect(tokenMetadata(address, 8453, reads, links).external_link).toBe(`https://app.example.com/vault/${vault}`)
    expect(tokenMetadata(address, 8453, { ...reads, vault: zeroAddress }, links)).not.toHaveProperty('external_link')
  })

  test('lists each owner once as a collaborator', () => {
    const of = (tokenOwner: typeof owner | null, coinOwner: typeof owner | null) =>
      tokenMetadata(address, 8453, { ...reads, owner: tokenOwner, coin: { ...reads.coin, owner: coinOwner } }, links)
        .collaborators
    expect(of(owner, owner)).toEqual([owner])
    expect(of(owner, vault)).toEqual([owner, vault])
    expect(of(zeroAddress, null)).toEqual([])
  })

  test.each([
    ['https://art.example/a.png', 'https://art.example/a.png'],
    ['ipfs://bafy/a.png', 'ipfs://bafy/a.png'],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AAAA', null],
    ['https://art.example/a b.png', null],
  ])('passes the coin\u2019s picture on only as a plain address: %s', (image, expected) => {
    const contractUri = `data:application/json,${encodeURIComponent(JSON.stringify({ image }))}`
    const document = tokenMetadata(address, 8453, { ...reads, coin: { ...reads.coin, contractUri } }, links)
    expect(document.underlying.image).toBe(expected)
    expect(document.extensions.artwork).toEqual(expected && { artworkUrl: expected })
  })
})
