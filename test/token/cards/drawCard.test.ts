import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { CARD_WIDTH, drawCard } from '../../../functions/token/cards/drawCard.ts'
import { decodePng } from '../../support/decodePng.ts'
import { rasterize } from '../../support/rasterize.ts'
import { anyCharacter } from '../../support/anyCharacter.ts'

const card = (title: string, value = '1') => ({ kind: 'Vault', title, figures: [{ name: 'Assets', value }] })

test('whatever a thing is called, its card is a picture and none of the name is markup', () => {
  assert(
    property(string({ unit: anyCharacter, maxLength: 64 }), (text) => {
      const svg = drawCard(card(text, text))
      expect(svg).not.toMatch(/NaN|Infinity|<script|<image|href/)
      expect(svg.replace(/<(svg|rect|g|path|\/g|\/svg)\b[^<>]*>/g, '')).toBe('')
    }),
    { numRuns: 200 },
  )
})

test.each([[''], ['▢AURORA'], ['W'.repeat(200)], ['日本語'], ['a b  c']])(
  'the card of %j has its size and several colours',
  (title) => {
    const { width, height, colours } = decodePng(rasterize(drawCard(card(title)), CARD_WIDTH))
    expect([width, height]).toEqual([1200, 630])
    expect(colours()).toBeGreaterThan(3)
  },
)

test('a card has no figures where there are none', () => {
  expect(drawCard({ kind: 'Vault', title: 'A', figures: [] })).not.toContain('M80 396')
})
