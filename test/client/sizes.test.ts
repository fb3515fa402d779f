import { expect, test } from 'vitest'
import { clientSizes } from '../../bench/clientSizes.ts'

test('a program bundles what it uses of the client, and little more', async () => {
  const sizes = await clientSizes()
  expect(sizes.filter(({ bytes, most }) => bytes > most)).toEqual([])
  expect(sizes.every(({ bytes }) => bytes > 500)).toBe(true)
})
