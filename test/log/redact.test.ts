import { expect, test } from 'vitest'
import { redact } from '../../shared/log/redact.ts'

const bytes = Array.from({ length: 64 }, (_, i) => (i * 37) % 256)
const FORMS: Readonly<Record<string, string>> = {
  hex: 'ab12cd34'.repeat(16),
  base58: '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF5Kb8kLf9zgWQnogidDA76MzPL6TsZZY3',
  numbers: bytes.join(', '),
  'numbers on lines': JSON.stringify(bytes, null, 2),
  URL: `https://name:password@host.example/v2/${'k3y'.repeat(20)}`,
}
/** The part of a longer text that is read. */
const WINDOW = 8192
const SHORTEST_SECRET = 14

test.each(Object.entries(FORMS))(
  'security: %s that begins before what is read of a text leaks no part of itself',
  (_, form) => {
    const hidden = ` ${'5'.repeat(88)}`.repeat(WINDOW / 64)
    for (let kept = 0; kept <= form.length + 2; kept++) {
      const text = `${'word '.repeat(3000)}${form}${hidden.slice(0, WINDOW - kept)}`
      const shown = redact(text)
      for (let at = 0; at + SHORTEST_SECRET <= form.length; at++)
        if (shown.includes(form.slice(at, at + SHORTEST_SECRET)) && !form.slice(at).startsWith('https://host'))
          expect.fail(`of ${kept} characters: ${shown.slice(0, 200)}`)
    }
  },
)

test('the end of a long text stays, and a secret of the environment is removed at any position', () => {
  const text = `${'line\n'.repeat(100_000)}the bridge refused key-of-a-node: 7 of 9`
  expect(redact(text, ['key-of-a-node'])).toMatch(/\nthe bridge refused \[redacted\]: 7 of 9$/)
  const cut = `${'x '.repeat(5000)}secret of two words${' y'.repeat(WINDOW / 2 - 5)}`
  expect(redact(cut, ['secret of two words'])).not.toMatch(/secret|two|words/)
})

test('a long text without a blank has no end that could be shown', () => {
  expect(redact('a'.repeat(4 * 1024 * 1024))).toBe('[redacted]')
})
