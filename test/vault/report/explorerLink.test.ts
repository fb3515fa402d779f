import { expect, test } from 'vitest'
import { explorerLink } from '../../../functions/vault/report/Report.ts'
import { base } from '../../../shared/chain/networks/base.ts'
import { address } from './reportFixture.ts'

test('leads to the explorer of the chain, where it has one', () => {
  expect(explorerLink(base.explorer)(address.vault)).toBe(`https://basescan.org/address/${address.vault}`)
  expect(explorerLink(base.explorer)(null)).toBeNull()
  expect(explorerLink(undefined)(address.vault)).toBeNull()
})
