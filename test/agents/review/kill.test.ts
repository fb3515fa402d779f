import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen } from '../../../localnet/standIn.ts'
import { modulesOf } from '../../../platform/bundle/modulesOf.ts'
import { killRuntimes, runtimes } from '../../support/killRuntimes.ts'
import { createRandom } from '../../support/random.ts'
import { soak } from '../../support/soak.ts'
import { frontRun, reviewOf, startReviewNet, type ReviewNet } from './startReviewNet.ts'

/** The Worker as it is, whose ledger asks at each step of a purchase whether it may go on. */
const steppingModules: typeof modulesOf = async (worker) =>
  worker === 'agents'
    ? [{ type: 'ESModule', path: 'agents/stepping.js', contents: STEPPING }, ...(await modulesOf(worker))]
    : modulesOf(worker)

const STEPPING = `
export * from './index.js'
export { default } from './index.js'
import * as built from './index.js'

export class PaymentLedger extends built.PaymentLedger {
  // What it looks at by itself is no step of a purchase.
  async reconcile() { return 0 }
  parts() {
    const { rows, facilitator, payments, build, isSigned, ...others } = super.parts()
    const stepping = (name, work) => async (...given) => {
      const done = await work(...given)
      await fetch(this.env.STEPS_URL + '/after-' + name)
      return done
    }
    const all = (target) => new Proxy(target, { get: (own, name) => stepping(name, (...given) => own[name](...given)) })
    return { ...others, rows: all(rows), facilitator: all(facilitator), payments: all(payments), build: stepping('build', build),
      isSigned: stepping('isSigned', isSigned) }
  }
}`

/** Every step of a purchase, and whether the payer has paid by then. */
const STEPS = [
  ['after-find', 0],
  ['after-read', 0],
  ['after-verify', 0],
  ['after-reserve', 0],
  ['after-build', 0],
  ['after-keep', 0],
  ['after-ask', 0],
  ['after-settle', 1],
  ['after-second-read', 1],
  ['after-sell', 1],
] as const

/** Steps of a payment that is on chain already, from the first that changes the ledger. */
const CLAIM_STEPS = ['after-reserve', 'after-build', 'after-keep', 'after-sell']

/** All of them in the long form; in the short one the step that the seed picks of each kind. */
const random = createRandom('killed step')
function picked<T>(steps: readonly T[]): readonly T[] {
  const one = random.below(steps.length)
  return steps.filter((_, i) => soak(0, 1) === 1 || i === one)
}
const KILLED = [false, true].flatMap((isPaid) => picked(STEPS.filter(([, paid]) => (paid === 1) === isPaid)))

let net: ReviewNet
let steps: Awaited<ReturnType<typeof listen>>
/** At which the runtime is killed. */
let killAt: string | undefined
let passed: string[] = []
let killed: Promise<void> = Promise.resolve()
let others: readonly number[]

/** Names of steps that come twice, by what came before. */
function nameOf(step: string): string {
  return step === 'after-read' && passed.includes('after-read') ? 'after-second-read' : step
}

beforeAll(async () => {
  others = await runtimes()
  steps = await listen(
    createServer((request, response) => {
      const step = nameOf((request.url ?? '').slice(1))
      passed.push(step)
      if (step !== killAt) return void response.end()
      killAt = undefined
      killed = killRuntimes(others)
    }),
  )
  net = await startReviewNet({
    families: ['account', 'agents'],
    inWorkerd: true,
    modules: steppingModules,
    variables: { STEPS_URL: steps.url },
  })
})
afterAll(async () => {
  await net?.stop()
  await steps?.stop()
})

const answersAgain = () =>
  vi.waitFor(async () => expect((await net.review()).status).toBe(402), { timeout: 45_000, interval: 50 })

describe('killed', () => {
  test.each(KILLED)('%s, a purchase is finished by the same payment, and charged once', async (step, paidBefore) => {
    const payment = await net.payment()
    passed = []
    killAt = step
    const before = await net.paidFor(async () => {
      await expect(net.review(payment)).rejects.toThrow()
      await killed
    })
    expect([before, killAt]).toEqual([paidBefore, undefined])
    await answersAgain()
    passed = []
    let answer: Awaited<ReturnType<typeof net.review>> | undefined
    expect(await net.paidFor(async () => (answer = await net.review(payment)))).toBe(1 - paidBefore)
    if (!answer) throw new Error('no answer')
    reviewOf(answer)
    expect((await net.review(payment)).json).toEqual(answer.json)
  })

  test.each(picked(CLAIM_STEPS))(
    '%s, a claim of what is on chain already is finished by the same payment',
    async (step) => {
      const payment = await net.payment()
      await frontRun(net, payment)
      passed = []
      killAt = step
      await expect(net.review(payment)).rejects.toThrow()
      await killed
      expect(killAt).toBeUndefined()
      await answersAgain()
      const [first, other] = [await net.review(payment), await net.review(payment, { agentId: 1 })]
      reviewOf(first)
      expect([other.status, (await net.review(payment)).json]).toEqual([409, first.json])
    },
  )

  test('after-takeOver, the payment of the payer buys what the payer asks for, and nothing for the other caller', async () => {
    const payment = await net.payment()
    const stranger = await net.as('stranger')
    passed = []
    killAt = 'after-ask'
    await expect(net.review(payment, { agentId: 1 }, stranger)).rejects.toThrow()
    await killed
    await answersAgain()
    killAt = 'after-takeOver'
    await expect(net.review(payment)).rejects.toThrow()
    await killed
    await answersAgain()
    expect((await net.review(payment, { agentId: 1 }, stranger)).status).toBe(409)
    expect(await net.paidFor(async () => reviewOf(await net.review(payment)))).toBe(1)
  })

  test('the steps are all that there are', async () => {
    passed = []
    reviewOf(await net.review(await net.payment()))
    expect(passed).toEqual(STEPS.map(([step]) => step))
    const claimed = await net.payment()
    await frontRun(net, claimed)
    passed = []
    reviewOf(await net.review(claimed))
    expect(passed).toEqual(['after-find', 'after-read', 'after-isSigned', ...CLAIM_STEPS])
  })
})
