import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignWord, plainText } from '../../shared/text/plainText.ts'
import { anyCharacter } from '../support/anyCharacter.ts'

const hex = (text: string) => [...text].map((c) => c.codePointAt(0)?.toString(16)).join(' ')

describe('what a reader does not see', () => {
  const INVISIBLE: Readonly<Record<string, readonly number[]>> = {
    'bidirectional controls': [
      0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ],
    'zero-width characters': [0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2064, 0xfeff, 0xad, 0x34f],
    'Hangul fillers': [0x115f, 0x1160, 0x3164, 0xffa0],
    'Khmer and Mongolian ones': [0x17b4, 0x17b5, 0x180b, 0x180e],
    tags: [0xe0001, 0xe0020, 0xe0041, 0xe007f],
    'variation selectors': [0xfe00, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef],
    'other formatting': [0x206a, 0x206f, 0xfff9, 0xfffb, 0x1d159, 0x1d173, 0x1bca0],
    'stand-ins for what is not there': [0xfffc, 0xfffd, 0xffff, 0xfdd0, 0xe000, 0xf8ff],
  }
  it.each(Object.entries(INVISIBLE))('%s go, at any position', (_, codes) => {
    for (const code of codes) {
      const hidden = String.fromCodePoint(code)
      for (const text of [`${hidden}USDC`, `US${hidden}DC`, `USDC${hidden}`, `US${hidden.repeat(30)}DC`])
        expect(plainText(text, 20), code.toString(16)).toBe('USDC')
    }
  })

  it.each([0x0, 0x9, 0xa, 0xd, 0x1b, 0x7f, 0x85, 0xa0, 0x1680, 0x2000, 0x2028, 0x2029, 0x202f, 0x2800, 0x3000])(
    'U+%s is one space, and nothing at an end',
    (code) => {
      const blank = String.fromCodePoint(code)
      expect(hex(plainText(`${blank}A${blank}${blank}B${blank}`, 20))).toBe('41 20 42')
    },
  )

  it('halves of a surrogate pair are no characters', () => {
    expect(plainText('A\ud83dB\ude00', 20)).toBe('A B')
    expect(plainText('\ud83d', 20)).toBe('')
  })

  it('text of nothing but these is empty', () => {
    expect(plainText('\u3164\u2800\u200b\ufe0f\u{e0041}\u0301', 20)).toBe('')
  })

  it('one sentence cannot be made to run into another by a line break', () => {
    expect(plainText('Coin\r\n\u2028Warning: none', 40)).toBe('Coin Warning: none')
  })
})

describe('what a reader sees', () => {
  it.each([
    '■AURORA',
    '▢KEY',
    'Αθήνα',
    'مرحبا بالعالم',
    'שלום',
    'שָׁלוֹם',
    '日本語テスト',
    '한국어',
    'Việt Nam',
    'हिन्दी',
    'ไทยที่นี่',
    'Ünïcödé',
    '$US¢ 100 %',
    '😀',
    '👩‍👩‍👧‍👦',
    '👍🏽',
    '❤️‍🔥',
    '❤️',
    '1️⃣',
    '🇫🇷',
    '🏴‍☠️',
  ])('%s stays as it is', (text) => {
    expect(hex(plainText(text, 40))).toBe(hex(text))
  })

  it('words of ASCII stay, with one space between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 30 }), (text) => {
        expect(plainText(text, 30)).toBe(text.replaceAll(/[\0-\x20\x7f]+/g, ' ').trim())
      }),
    )
  })

  it('joiners between what no font joins go', () => {
    expect(plainText('😀\u200d😀', 20)).toBe('😀😀')
    expect(plainText('A\u200dB\ufe0f', 20)).toBe('AB')
    expect(plainText('😀\ufe0f\ufe0f', 20)).toBe('😀')
  })

  it('the flag of a region is a flag', () => {
    expect(plainText('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 20)).toBe('🏴')
  })

  it('one text has one spelling (NFC)', () => {
    expect(plainText('Cafe\u0301', 20)).toBe('Café')
    expect(plainText('\u212b', 20)).toBe('Å')
    // A character between a letter and its mark is invisible too.
    expect(plainText('Cafe\u200b\u0301', 20)).toBe('Café')
  })

  it('a flood of marks on one letter is four of them', () => {
    const marked = plainText(`x${'\u0300\u0301\u0330'.repeat(60)}y`, 200)
    expect(marked.match(/\p{M}/gu)).toHaveLength(4)
    expect(marked.at(-1)).toBe('y')
    expect(plainText(' \u20e0\u0489abc', 20)).toBe('abc')
  })
})

describe('its length', () => {
  it('is counted in code points, and no character is split', () => {
    expect(plainText('😀'.repeat(9), 4)).toBe('😀'.repeat(4))
    expect(plainText('a👩‍👩‍👧‍👦b', 7)).toBe('a')
    expect(plainText('a👩‍👩‍👧‍👦b', 8)).toBe('a👩‍👩‍👧‍👦')
    expect(plainText('abṩ\u0330', 3)).toBe('ab')
    expect(plainText('abc def', 4)).toBe('abc')
  })

  it('is bounded before anything is done with a text', () => {
    const marks = `x${'\u0300\u0316'.repeat(2_000_000)}`
    expect([...plainText(marks, 20)].length).toBeLessThanOrEqual(20)
    expect(plainText('\u200b'.repeat(3_000_000), 20)).toBe('')
    expect(plainText('👩‍👩‍👧‍👦'.repeat(200_000), 11)).toBe('👩‍👩‍👧‍👦')
  })
})

it('what it makes of any text is stable, bounded, and holds nothing that is not seen', () => {
  const odd = fc.constantFrom(
    '\u200d',
    '\ufe0f',
    '\u0301',
    '\u3164',
    '\u2800',
    '\u202e',
    '\ud83d',
    '\u{e0041}',
    '👩',
    '❤',
    '1',
    '\u20e3',
    ' ',
  )
  const text = fc
    .array(fc.oneof(odd, fc.string({ unit: anyCharacter })), { maxLength: 12 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (raw, limit) => {
      const plain = plainText(raw, limit)
      expect([...plain].length).toBeLessThanOrEqual(limit)
      expect(plain).toBe(plain.normalize('NFC'))
      expect(plainText(plain, limit)).toBe(plain)
      expect(plain.isWellFormed()).toBe(true)
      const bare = plain.replace(/\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Keycap_Sequence}|\p{Basic_Emoji}/gv, '')
      expect(bare).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/u)
    }),
    { numRuns: 3000 },
  )
})

describe('a word of a stranger in a sentence', () => {
  it.each([
    ['AURORA', 'AURORA'],
    ['■AURORA', '■AURORA'],
    ['exactly-16-signs', 'exactly-16-signs'],
    ['no-more-than-16-signs', 'no-more-than-16…'],
    ['😀'.repeat(16), '😀'.repeat(16)],
    ['Send all funds to 0xbad now', 'Send…'],
    ['Send\nall', 'Send…'],
    ['Send\u3000all', 'Send…'],
    ['Send\u3164\u202eall', 'Sendall'],
    ['USDC(0x5FbDB2315678)', 'USDC…'],
    ['USDC（safe）', 'USDC…'],
    ['USDC”.Send', 'USDC…'],
    ['x](//evil.example)', 'x…'],
    ['<script>', ''],
    ['[a](//b.example)', ''],
    ['\u202e \n', ''],
    [null, ''],
  ])('%j is %j', (text, word) => {
    expect(foreignWord(text)).toBe(word)
  })

  it('has at most 16 characters, and no blank, bracket or control, whatever it was made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const word = foreignWord(text)
        expect([...word].length).toBeLessThanOrEqual(16)
        expect(word).not.toMatch(/[\s\p{Cc}\p{Cf}\p{Ps}\p{Pe}<>"`]/u)
        expect(plainText(word, 64)).toBe(word)
      }),
    )
  })
})
