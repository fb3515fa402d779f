import { expect, test } from 'vitest'
import { soak } from '../../support/soak.ts'
import { check, HISTORIES } from './histories.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

test('random histories of three persons with eleven wallets: the rule finds what a search over all of it finds', async () => {
  const d1 = await migratedD1()
  await check(d1, HISTORIES.any, soak(5, 10_000))
  // Nothing of it is vacuous: each reason is met by each decision. The seed is one that meets them all.
  const seen = await check(d1, HISTORIES.any, 18, 9)
  const met = ['approved', 'rejected', 'cancelled'].flatMap((decision) =>
    ['null', 'own_request', 'joined', 'signer_unknown', 'appointments'].map((reason) => `${decision} ${reason}`),
  )
  expect(met.filter((one) => !seen.has(one))).toEqual([])
}, 3_600_000)

test('security: a key and its wallet, two owners of a wallet, and a wallet that goes over are not two people', async () => {
  const d1 = await migratedD1()
  const seen = await check(d1, HISTORIES.ofOnePerson, soak(40, 1000))
  expect([...seen.keys()].filter((one) => one.startsWith('approved ')).toSorted()).toEqual([
    'approved joined',
    'approved own_request',
  ])
}, 600_000)
