import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMigrations, MIGRATIONS, openMigratedD1 } from '../../store/openTestD1.ts'
import { openMemoryD1 } from '../../support/memoryD1.ts'
import { soak } from '../../support/soak.ts'
import { startPersonsWorld, type Step, WALLETS } from './personsWorld.ts'

const TABLES = [
  'person_joins',
  'profile_wallets',
  'actions',
  'workspace_members',
  'workspace_appointments',
  'workspace_approvals',
  'workspace_task_state',
  'workspace_activity_events',
  'workspace_audit_logs',
  'workspace_vaults',
]

const wallet = fc.nat({ max: WALLETS - 1 })
const session = fc.record({ wallet, by: fc.nat({ max: 1 }), isMember: fc.constantFrom(true, true, true, false) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0, 1, 1, 60, 86_400) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('link'), wallet, to: wallet }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unlink'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer'), wallet, to: wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('own'), wallet }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('appoint'),
      as: session,
      wallet,
      role: fc.constantFrom('ADMIN', 'OPERATOR', 'OPERATOR', null),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('request'), as: session }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      as: session,
      request: fc.nat({ max: 19 }),
      decision: fc.constantFrom('approved', 'approved', 'approved', 'rejected', 'cancelled'),
    }),
  },
)
/** The owner appoints three others first: most of what may follow takes members. */
const sequence = fc
  .tuple(
    fc.array(wallet, { minLength: 3, maxLength: 3 }),
    fc.array(step, { minLength: 15, maxLength: 45, size: 'max' }),
  )
  .map(([admins, steps]): readonly Step[] => [
    ...admins.map(
      (wallet) => ({ do: 'appoint', as: { wallet: 4, by: 0, isMember: false }, wallet, role: 'ADMIN' }) as const,
    ),
    ...steps,
  ])

/** Runs sequences over a database; what came of the decisions. */
async function check(
  d1: D1Database,
  numRuns: number,
  seed = Number(process.env['SEED']),
): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(sequence, async (steps) => {
    await d1.batch(TABLES.map((table) => d1.prepare(`delete from ${table}`)))
    const take = startPersonsWorld(d1, seen)
    for (const one of steps) await take(one)
  })
  await fc.assert(property, { numRuns, seed })
  return seen
}

test('random histories of three persons with nine wallets: the rule finds what a search over all of it finds', async () => {
  const d1 = openMemoryD1()
  await applyMigrations(d1, MIGRATIONS)
  await check(d1, soak(60, 10_000))
  // Nothing of it is vacuous: each reason is met by each decision. The seed is one that meets them all.
  const seen = await check(d1, 40, 2)
  const met = ['approved', 'rejected', 'cancelled'].flatMap((decision) =>
    ['null', 'own_request', 'joined', 'appointments'].map((reason) => `${decision} ${reason}`),
  )
  expect(met.filter((one) => !seen.has(one))).toEqual([])
}, 3_600_000)

test('the same over the runtime’s own database', async () => {
  const { d1, close } = await openMigratedD1(MIGRATIONS)
  await check(d1, soak(3, 50))
  await close()
}, 600_000)
