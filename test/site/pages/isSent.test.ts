import { expect, test } from 'vitest'
import { isSent } from '../../../functions/site/live/search/isSent.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each(['au', 'AURORA', ADDRESS, 'Aurora Fields', 'x'.repeat(64)])('search sends %s', (text) => {
  expect(isSent(text)).toBe(true)
})

test.each(['', 'a', 'x'.repeat(65)])('search does not send "%s"', (text) => {
  expect(isSent(text)).toBe(false)
})

test('security: search sends neither a private key nor a recovery phrase', () => {
  expect(isSent('4c0883a69102937d6231471b5dbb6204'.repeat(2))).toBe(false)
  expect(isSent('act add age aim air all ant any arm art ask bag')).toBe(false)
})
