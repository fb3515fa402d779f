import { createActor, SimulatedClock } from 'xstate'
import type {
  LinkContext,
  LinkedAccount,
  LinkEffects,
  Proof,
  Readiness,
} from '../../../functions/chatapp/page/flow/LinkEffects.ts'
import { createLinkMachine } from '../../../functions/chatapp/page/flow/linkMachine.ts'

export const START = Date.UTC(2026, 10, 1)
export const PROOF: Proof = {
  sessionToken: '42.token',
  chatappUserId: '42',
  chatappUsername: 'ada',
  expiresAt: START + 900_000,
  initDataRaw: 'raw',
  linkContext: null,
}
export const LINKED: LinkedAccount = {
  linkStatus: 'pending_wallet_setup',
  ownerVerified: false,
  email: 'ada@example.com',
  chatappUsername: 'ada',
  canonicalCswAddress: null,
}
export const READY: Readiness = { kind: 'ready' }

type Name = Exclude<keyof LinkEffects, 'now'>

interface Pending {
  readonly signal: AbortSignal
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** The flow's one actor, started, with effects that end when a test says how, and a clock that a test moves. */
export function runLink(linkContext: LinkContext | null = null) {
  const clock = new SimulatedClock()
  const calls: Record<Name, Pending[]> = {
    verifySession: [],
    sendCode: [],
    verifyCode: [],
    checkReadiness: [],
    ensureIdentityLink: [],
    completeLink: [],
  }
  const effect =
    <T>(name: Name, read: (value: unknown) => T) =>
    (_: unknown, signal: AbortSignal): Promise<T> =>
      new Promise<T>((resolve, reject) =>
        calls[name].push({ signal, resolve: (value) => resolve(read(value)), reject }),
      )
  const effects: LinkEffects = {
    now: () => START + clock.now(),
    verifySession: effect('verifySession', () => ({ ...PROOF, linkContext })),
    sendCode: effect('sendCode', () => undefined),
    verifyCode: effect('verifyCode', () => undefined),
    checkReadiness: effect('checkReadiness', (value): Readiness => (value === 'not_ready' ? { kind: value } : READY)),
    ensureIdentityLink: effect('ensureIdentityLink', (value) => (value === 'skipped' ? value : 'linked')),
    completeLink: effect('completeLink', () => LINKED),
  }
  const actor = createActor(createLinkMachine(effects), { input: { linkContext }, clock })
  actor.start()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const last = (name: Name): Pending => {
    const pending = calls[name].at(-1)
    if (!pending) throw new Error(`${name} has not been called`)
    return pending
  }
  return {
    actor,
    clock,
    calls,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    /** An effect ends well. */
    async end(name: Name, value?: unknown): Promise<void> {
      last(name).resolve(value)
      await settled()
    },
    /** An effect fails. */
    async fail(name: Name, error: unknown): Promise<void> {
      last(name).reject(error)
      await settled()
    },
  }
}

export type Run = ReturnType<typeof runLink>
