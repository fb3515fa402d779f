import { getShortestPaths } from '@xstate/graph'
import type { AnyStateMachine } from 'xstate'
import { describe, expect, test } from 'vitest'
import { FlowFailure } from '../../../functions/chatapp/page/flow/FlowError.ts'
import { createLinkMachine } from '../../../functions/chatapp/page/flow/linkMachine.ts'
import { LINKED, PROOF, READY, type Run, runLink, START } from './runLink.ts'

const EFFECTS = [
  'verifySession',
  'sendCode',
  'verifyCode',
  'checkReadiness',
  'ensureIdentityLink',
  'completeLink',
] as const
type Effect = (typeof EFFECTS)[number]

/** Outcomes of each effect. */
const GOOD: Readonly<Record<Effect, readonly unknown[]>> = {
  verifySession: [PROOF],
  sendCode: [undefined],
  verifyCode: [undefined],
  checkReadiness: [READY, { kind: 'not_ready' }],
  ensureIdentityLink: ['linked', 'skipped'],
  completeLink: [LINKED],
}
/** One that helps to try again, one for which only a new launch helps, one of the link token. */
const BAD = ['internal_error', 'launch_data_used', 'link_token_claimed'] as const

const done = (effect: Effect, output: unknown) => ({ type: `xstate.done.actor.${effect}`, output, actorId: effect })
const failed = (effect: Effect, code: (typeof BAD)[number]) => ({
  type: `xstate.error.actor.${effect}`,
  error: new FlowFailure({ code }),
  actorId: effect,
})
const USER = [
  { type: 'EMAIL_CHANGED', email: 'ada@example.com' },
  { type: 'EMAIL_CHANGED', email: 'ada' },
  { type: 'SUBMIT_EMAIL' },
  { type: 'CODE_CHANGED', code: '123456' },
  { type: 'CODE_CHANGED', code: '12' },
  { type: 'SUBMIT_CODE' },
  { type: 'RESEND_CODE' },
  { type: 'BACK' },
  { type: 'RETRY' },
  { type: 'RESET' },
] as const
const EVENTS = [
  ...USER,
  ...EFFECTS.flatMap((effect) => [
    ...GOOD[effect].map((output) => done(effect, output)),
    ...BAD.map((code) => failed(effect, code)),
  ]),
]

const never = () => Promise.reject(new Error('the model has no effects'))
// Of any machine, since what invoked actors send is not among the events that its users may.
const model: AnyStateMachine = createLinkMachine({
  now: () => START,
  verifySession: never,
  sendCode: never,
  verifyCode: never,
  checkReadiness: never,
  ensureIdentityLink: never,
  completeLink: never,
})

/** States differ by phase, next step and text. */
const paths = getShortestPaths(model, {
  input: { linkContext: null },
  events: EVENTS,
  serializeState: ({ value, context }) =>
    JSON.stringify([
      value,
      context.error?.code,
      context.retryTarget,
      context.emailError?.code,
      context.codeError?.code,
      context.email,
      context.code,
      context.attempts,
      context.identityLink,
    ]),
  limit: 20_000,
})

/** Makes a running flow take a step of the model: a user's event, or the end of an effect that is under way. */
async function take(run: Run, event: { readonly type: string }): Promise<void> {
  const [, kind, effect] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type) ?? []
  const name = EFFECTS.find((one) => one === effect)
  if (kind === undefined || name === undefined) return run.actor.send(ofUser(event))
  if (kind === 'error') return run.fail(name, Reflect.get(event, 'error'))
  const output: unknown = Reflect.get(event, 'output')
  return run.end(name, typeof output === 'object' && output !== null && 'kind' in output ? output.kind : output)
}
function ofUser(event: { readonly type: string }) {
  const known = USER.find((one) => JSON.stringify(one) === JSON.stringify(event))
  if (!known) throw new Error(`nobody sends ${event.type}`)
  return known
}

const label = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(Object(value))
        .map(([key, inner]) => `${key}.${label(inner)}`)
        .join()

describe('every path of the model', () => {
  test('reaches every state and every phase that the contract knows', () => {
    const reached = new Set(paths.map(({ state }) => label(state.value)))
    expect([...reached].toSorted()).toEqual([
      'bind_chatapp.complete_backend.calling',
      'bind_chatapp.complete_backend.pausing',
      'bind_chatapp.ensure_identity_link',
      'collect_email',
      'enter_email_code',
      'expired_or_error',
      'linked',
      'sending_email_code',
      'verify_chatapp_session',
      'verifying_email_code',
      'wait_for_identity_sync.asking',
      'wait_for_identity_sync.pausing',
    ])
  })

  test.each(
    paths.map((path) => ({
      path,
      to: label(path.state.value),
      by: path.steps.map(({ event }) => event.type).join(' '),
    })),
  )('$to, by $by', async ({ path }) => {
    const run = runLink()
    // The first step is the start itself.
    for (const { event } of path.steps.slice(1)) await take(run, event)
    expect(run.value()).toEqual(path.state.value)
    const { error, retryTarget, email, code } = path.state.context
    expect(run.context()).toMatchObject({ error, retryTarget, email, code })
    run.actor.stop()
  })
})

/** A flow in one of its states. */
async function at(state: 'collect' | 'code' | 'wait' | 'bind' | 'complete'): Promise<Run> {
  const run = runLink()
  await run.end('verifySession')
  if (state === 'collect') return run
  run.actor.send({ type: 'EMAIL_CHANGED', email: ' Ada@Example.com ' })
  run.actor.send({ type: 'SUBMIT_EMAIL' })
  await run.end('sendCode')
  if (state === 'code') return run
  run.actor.send({ type: 'CODE_CHANGED', code: '12 34 56' })
  run.actor.send({ type: 'SUBMIT_CODE' })
  await run.end('verifyCode')
  if (state === 'wait') return run
  await run.end('checkReadiness')
  if (state === 'bind') return run
  await run.end('ensureIdentityLink')
  return run
}

describe('each effect', () => {
  test('runs once, however often its event comes', async () => {
    const run = await at('collect')
    run.actor.send({ type: 'EMAIL_CHANGED', email: 'ada@example.com' })
    for (let i = 0; i < 3; i++) run.actor.send({ type: 'SUBMIT_EMAIL' })
    expect(run.calls.sendCode).toHaveLength(1)
    await run.end('sendCode')
    run.actor.send({ type: 'CODE_CHANGED', code: '123456' })
    for (let i = 0; i < 3; i++) run.actor.send({ type: 'SUBMIT_CODE' })
    expect(run.calls.verifyCode).toHaveLength(1)
    expect(run.context().email).toBe('ada@example.com')
  })

  test('is cut off when its state is left, and a late answer changes nothing', async () => {
    const run = await at('wait')
    run.clock.increment(45_000)
    expect(run.value()).toBe('expired_or_error')
    expect(run.calls.checkReadiness.every(({ signal }) => signal.aborted)).toBe(true)
    await run.end('checkReadiness')
    expect(run.value()).toBe('expired_or_error')
  })
})

describe('timers', () => {
  test('a session that is not verified in 12 s is an error with a retry', async () => {
    const run = runLink()
    run.clock.increment(12_000)
    expect([run.value(), run.context().error?.code]).toEqual(['expired_or_error', 'timeout'])
    run.actor.send({ type: 'RETRY' })
    expect(run.calls.verifySession).toHaveLength(2)
    await run.end('verifySession')
    expect(run.value()).toBe('collect_email')
  })

  test('readiness that never comes is an error after 45 s, with a retry that waits again, and never goes on', async () => {
    const run = await at('wait')
    for (let i = 0; i < 80; i++) {
      await run.end('checkReadiness', 'not_ready')
      run.clock.increment(600)
    }
    expect([run.value(), run.context().error?.code]).toEqual(['expired_or_error', 'identity_not_ready'])
    expect(run.calls.ensureIdentityLink).toHaveLength(0)
    run.actor.send({ type: 'RETRY' })
    expect(run.value()).toEqual({ wait_for_identity_sync: 'asking' })
    await run.end('checkReadiness')
    expect(run.value()).toEqual({ bind_chatapp: 'ensure_identity_link' })
  })

  test('a code may be requested again after thirty seconds, not before', async () => {
    const run = await at('code')
    run.actor.send({ type: 'RESEND_CODE' })
    expect(run.value()).toBe('enter_email_code')
    run.clock.increment(30_000)
    run.actor.send({ type: 'RESEND_CODE' })
    expect(run.value()).toBe('sending_email_code')
    expect(run.calls.sendCode).toHaveLength(2)
  })

  test('going back and entering the same address keeps the wait, and sends no second code', async () => {
    const run = await at('code')
    const { resendAvailableAt } = run.context()
    run.clock.increment(10_000)
    run.actor.send({ type: 'BACK' })
    run.actor.send({ type: 'EMAIL_CHANGED', email: 'ADA@example.com ' })
    run.actor.send({ type: 'SUBMIT_EMAIL' })
    expect(run.value()).toBe('enter_email_code')
    expect(run.context()).toMatchObject({ email: 'ada@example.com', resendAvailableAt })
    expect(run.calls.sendCode).toHaveLength(1)
    run.actor.send({ type: 'RESEND_CODE' })
    expect(run.value()).toBe('enter_email_code')

    // Another address has a wait of its own, which does not end the first.
    run.actor.send({ type: 'BACK' })
    run.actor.send({ type: 'EMAIL_CHANGED', email: 'bob@example.com' })
    run.actor.send({ type: 'SUBMIT_EMAIL' })
    await run.end('sendCode')
    expect(run.context().resendAvailableAt).toBe(resendAvailableAt + 10_000)
    run.actor.send({ type: 'BACK' })
    run.actor.send({ type: 'EMAIL_CHANGED', email: 'ada@example.com' })
    run.actor.send({ type: 'SUBMIT_EMAIL' })
    expect([run.value(), run.context().resendAvailableAt]).toEqual(['enter_email_code', resendAvailableAt])
    expect(run.calls.sendCode).toHaveLength(2)

    run.clock.increment(20_000)
    run.actor.send({ type: 'BACK' })
    run.actor.send({ type: 'SUBMIT_EMAIL' })
    expect([run.value(), run.calls.sendCode.length]).toEqual(['sending_email_code', 3])
  })

  test('a code that was used does not make the next visit wait for another', async () => {
    const run = await at('wait')
    await run.fail('checkReadiness', new FlowFailure({ code: 'unauthenticated' }))
    run.actor.send({ type: 'RETRY' })
    await run.end('verifySession')
    run.actor.send({ type: 'SUBMIT_EMAIL' })
    expect(run.value()).toBe('sending_email_code')
  })

  test('a session that ends while an e-mail is on its way is reported, and starts over', async () => {
    const run = await at('code')
    run.clock.increment(900_000)
    expect([run.value(), run.context().error?.code]).toEqual(['expired_or_error', 'miniapp_session_expired'])
  })

  test('completing is repeated by itself when its answer is lost, a bounded number of times', async () => {
    const run = await at('complete')
    for (let i = 1; i < 3; i++) {
      await run.fail('completeLink', new FlowFailure({ code: 'offline' }))
      expect(run.value()).toEqual({ bind_chatapp: { complete_backend: 'pausing' } })
      run.clock.increment(10_000)
    }
    expect(run.calls.completeLink).toHaveLength(3)
    await run.fail('completeLink', new FlowFailure({ code: 'offline' }))
    expect(run.value()).toBe('expired_or_error')
    run.actor.send({ type: 'RETRY' })
    await run.end('completeLink')
    expect(run.value()).toBe('linked')
    expect(run.calls.ensureIdentityLink).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('no code once it was used', async () => {
    const run = await at('wait')
    expect(JSON.stringify(run.context())).not.toContain('123456')
  })

  test.each(['invalid_link_token', 'link_token_expired', 'link_token_mismatch', 'link_token_claimed'] as const)(
    'a link token that was refused as %s is let go, and the flow goes on without it',
    async (code) => {
      const run = runLink({ linkToken: 'token', chatId: '42', username: null })
      await run.end('verifySession')
      run.actor.send({ type: 'EMAIL_CHANGED', email: 'ada@example.com' })
      run.actor.send({ type: 'SUBMIT_EMAIL' })
      await run.end('sendCode')
      run.actor.send({ type: 'CODE_CHANGED', code: '123456' })
      run.actor.send({ type: 'SUBMIT_CODE' })
      await run.end('verifyCode')
      await run.end('checkReadiness')
      await run.end('ensureIdentityLink')
      await run.fail('completeLink', new FlowFailure({ code }))
      expect(run.context().proof?.linkContext?.linkToken).toBe('token')
      run.actor.send({ type: 'RETRY' })
      expect([run.context().proof?.linkContext, run.context().linkContext]).toEqual([null, null])
      await run.end('completeLink')
      expect(run.value()).toBe('linked')
    },
  )
})
