import { expect, test } from 'vitest'
import { builtOf, mismatchOf } from '../../../functions/site/live/try/build/Built.ts'

const [FROM, TO] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x5FbDB2315678afecb367f032d93F642f64180aa3']
const CALL = { to: TO, data: '0x01', value: '0x0' }
const ANSWER = {
  ...CALL,
  value: '0',
  from: FROM,
  chainId: 31337,
  approvals: [],
  issues: [],
  simulation: { status: 'ok' },
  calls: { from: FROM, chainId: '0x7a69', calls: [CALL] },
}

function faultOf(changes: object): string {
  const built = builtOf({ ...ANSWER, ...changes })
  if (!built) throw new Error('not built')
  return mismatchOf(built, { from: FROM, chainId: 31337 })
}

test('a build for this wallet and chain may be sent, also against an issue that the visitor accepts', () => {
  expect(faultOf({})).toBe('')
  expect(faultOf({ issues: [{ code: 'contract_not_proven', message: '' }] })).toBe('')
})

test.each<[object, RegExp]>([
  [{ from: TO }, /^It was built for 0x5FbD/],
  [{ chainId: 1 }, /^It was built for chain 1, not/],
  [{ calls: { ...ANSWER.calls, calls: [{ ...CALL, data: '0x02' }] } }, /^Its calls are not/],
  [{ issues: [{ code: 'unexpected_effect', message: '' }] }, /^It changes something that you did not ask for/],
])('security: a build with %j is not sent', (changes, words) => {
  expect(faultOf(changes)).toMatch(words)
})
