import { expect, test } from 'vitest'
import { nameWords } from '../../../functions/site/pages/entities/nameWords.ts'

const nameReadAt = '2026-11-20T10:05:00.000Z'

test.each([
  [undefined, 'unknown: its registration file has not been read'],
  [{ name: null, nameReadAt: null }, 'unknown: its registration file has not been read'],
  [{ name: 'Harbour', nameReadAt: null }, 'Harbour'],
  [{ name: 'Harbour', nameReadAt }, 'Harbour, as its registration file said on 2026-11-20'],
  [{ name: null, nameReadAt }, 'none, as its registration file said on 2026-11-20'],
])('the page of %j says: %s', (agent, words) => expect(nameWords(agent)).toBe(words))
