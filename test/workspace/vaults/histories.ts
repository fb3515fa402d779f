import * as fc from 'fast-check'
import { type Session, startPersonsWorld, type Step, WALLETS } from './personsWorld.ts'

const TABLES = [
  'profiles',
  'linked_accounts',
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
const session: fc.Arbitrary<Session> = fc.record({
  wallet,
  by: fc.nat({ max: 1 }),
  isMember: fc.constantFrom(true, true, true, false),
  how: fc.constantFrom('session', 'session', 'agent', 'handoff'),
  isNew: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0, 1, 1, 60, 86_400) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('link'), wallet, to: wallet }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unlink'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer'), wallet, to: wallet, isFinal: fc.boolean() }) },
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
const by = (wallet: number, position = 0, how: Session['how'] = 'session', isNew = true): Session => ({
  wallet,
  by: position,
  isMember: false,
  how,
  isNew,
})
const appoint = (wallet: number): Step => ({ do: 'appoint', as: by(4), wallet, role: 'ADMIN' })
const asks = (as: Session): Step => ({ do: 'request', as })
const approves = (as: Session): Step => ({ do: 'decide', as, request: 0, decision: 'approved' })
const shared = fc.constantFrom({ wallet: 7, keys: [0, 2] }, { wallet: 9, keys: [2] }, { wallet: 8, keys: [1, 4] })
const how = fc.constantFrom<Session['how']>('session', 'agent', 'handoff')
/** One key takes both parts through the wallet with the role, or two owners of it do, or it goes over after the request. */
const paths: fc.Arbitrary<readonly Step[]> = fc.oneof(
  fc.tuple(shared, how, fc.boolean(), fc.boolean()).map(([{ wallet, keys }, how, isSwapped, isNew]) => {
    const key = keys[0] ?? 0
    const [one, other] = isSwapped ? [by(key), by(wallet, 0, how, isNew)] : [by(wallet, 0, how, isNew), by(key)]
    return [{ do: 'link', wallet, to: 0 } as const, appoint(wallet), asks(one), approves(other)]
  }),
  fc.tuple(how, fc.boolean()).map(([how, isSwapped]) => {
    const [one, other] = isSwapped ? [by(0), by(7, 1, how)] : [by(7, 1, how), by(0)]
    return [{ do: 'link', wallet: 7, to: 0 } as const, appoint(7), asks(one), approves(other)]
  }),
  fc
    .constantFrom(5, 7)
    .map((wallet): readonly Step[] => [
      { do: 'link', wallet, to: 0 },
      appoint(0),
      appoint(2),
      asks(by(2)),
      { do: 'transfer', wallet, to: 2, isFinal: false },
      { do: 'unlink', wallet },
      { do: 'link', wallet, to: wallet === 7 ? 1 : 0 },
      approves(by(0)),
    ]),
)
/** The owner appoints three others first: most of what may follow takes members. */
const histories = fc
  .tuple(
    fc.array(wallet, { minLength: 3, maxLength: 3 }),
    fc.array(step, { minLength: 15, maxLength: 45, size: 'max' }),
    fc.option(paths, { freq: 2 }),
    fc.nat({ max: 45 }),
  )
  .map(([admins, steps, path, at]): readonly Step[] => [
    ...admins.map(appoint),
    ...steps.slice(0, at),
    ...(path ?? []),
    ...steps.slice(at),
  ])

/** Kinds of histories: any, or only those in which one person takes both parts. */
export const HISTORIES = { any: histories, ofOnePerson: paths }

/** Lives histories over a database; what came of the decisions. */
export async function check(
  d1: D1Database,
  drawn: fc.Arbitrary<readonly Step[]>,
  numRuns: number,
  seed = Number(process.env['SEED']),
): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(drawn, async (steps) => {
    await d1.batch(TABLES.map((table) => d1.prepare(`delete from ${table}`)))
    const take = startPersonsWorld(d1, seen)
    for (const one of steps) await take(one)
  })
  await fc.assert(property, { numRuns, seed })
  return seen
}
