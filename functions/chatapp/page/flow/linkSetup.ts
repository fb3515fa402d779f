import { assign, fromPromise, setup } from 'xstate'
import { type FlowError, isRecoverable, isTokenRefused, problemOf } from './FlowError.ts'
import type { LinkContext, LinkedAccount, LinkEffects, Proof, Readiness } from './LinkEffects.ts'
import { emptyFlow, type LinkEvent, type LinkFlow } from './LinkFlow.ts'
import { type RetryTarget, retryTargetFor } from './retryTargetFor.ts'

/** For the compiler only. */
const types: { context?: LinkFlow; events?: LinkEvent; input?: { readonly linkContext: LinkContext | null } } = {}

/** The proof; every state after the first has it. */
export function proofOf({ proof }: LinkFlow): Proof {
  if (!proof) throw new Error('this state requires the proof')
  return proof
}

interface Cause {
  readonly error: unknown
}

/** The error of an effect, and its step. */
interface Failed extends Cause {
  readonly step: RetryTarget
}

/** How long to wait before asking again after a problem. */
function pauseAfter(error: unknown, least: number): number {
  const { retryAfter = 0 } = problemOf(error)
  return Math.min(TIMING.pauseMost, Math.max(least, 1000 * retryAfter))
}

/** When another code may be sent to an address; 0 if it need not wait. */
const waitOf = ({ resendWaits }: LinkFlow, email: string): number => resendWaits.get(email) ?? 0

const isSoon = ({ retryAfter = 0 }: FlowError): boolean => 1000 * retryAfter <= TIMING.pauseMost

/** The parts of the machine's states: effects as actors, timers, guards and actions. */
export const linkSetup = (effects: LinkEffects) =>
  setup({
    types,
    actors: {
      verifySession: fromPromise<Proof, LinkContext | null>(({ input, signal }) =>
        effects.verifySession(input, signal),
      ),
      sendCode: fromPromise<void, string>(({ input, signal }) => effects.sendCode(input, signal)),
      verifyCode: fromPromise<void, { email: string; code: string }>(({ input, signal }) =>
        effects.verifyCode(input, signal),
      ),
      checkReadiness: fromPromise<Readiness, { email: string; proof: Proof }>(({ input, signal }) =>
        effects.checkReadiness(input, signal),
      ),
      ensureIdentityLink: fromPromise<'skipped' | 'linked', Proof>(({ input, signal }) =>
        effects.ensureIdentityLink(input, signal),
      ),
      completeLink: fromPromise<LinkedAccount, Proof>(({ input, signal }) => effects.completeLink(input, signal)),
    },
    delays: {
      ...TIMING,
      pause: ({ context }) => context.pauseMs,
      sessionLeft: ({ context }) => Math.max(0, proofOf(context).expiresAt - effects.now()),
    },
    guards: {
      hasEmail: ({ context }) => isEmail(normalEmail(context.email)),
      /** A code was sent to this address, and it is too early for another. */
      isWaiting: ({ context }) => effects.now() < waitOf(context, normalEmail(context.email)),
      hasCode: ({ context }) => isCode(context.code),
      mayResend: ({ context }) => effects.now() >= context.resendAvailableAt,
      isReady: (_, { kind }: Readiness) => kind === 'ready',
      isRecoverable: (_, { error }: Cause) => isRecoverable(problemOf(error)),
      mayRepeat: ({ context }, { error }: Cause) =>
        context.attempts < COMPLETE_ATTEMPTS && isRecoverable(problemOf(error)) && isSoon(problemOf(error)),
      leadsTo: ({ context }, target: RetryTarget) => context.retryTarget === target,
    },
    actions: {
      startOver: assign(({ context: { linkContext, email, resendWaits } }) => ({
        ...emptyFlow(linkContext),
        email,
        resendWaits,
      })),
      normaliseEmail: assign(({ context }) => ({ email: normalEmail(context.email), emailError: null })),
      dropCode: assign({ code: '', codeError: null }),
      startResend: assign(({ context: { email, resendWaits } }) => {
        const resendAvailableAt = effects.now() + TIMING.resendAfter
        return { resendAvailableAt, resendWaits: new Map([...resendWaits, [email, resendAvailableAt]]) }
      }),
      keepWaiting: assign(({ context }) => ({ resendAvailableAt: waitOf(context, context.email) })),
      /** A used code cannot be used again: the next visit may send another one at once. */
      endWait: assign(({ context: { email, resendWaits } }) => ({
        resendWaits: new Map([...resendWaits].filter(([address]) => address !== email)),
      })),
      emailProblem: assign((_, { error }: Cause) => ({ emailError: problemOf(error) })),
      codeProblem: assign((_, { error }: Cause) => ({ codeError: problemOf(error) })),
      pauseNotReady: assign((_, { kind }: Readiness) => ({
        syncError: null,
        pauseMs: kind === 'no_identity' ? TIMING.pauseNoIdentity : TIMING.pauseNotReady,
      })),
      pauseSync: assign((_, { error }: Cause) => ({
        syncError: problemOf(error),
        pauseMs: pauseAfter(error, TIMING.pauseNotReady),
      })),
      pauseComplete: assign(({ context }, { error }: Cause) => ({
        pauseMs: pauseAfter(error, TIMING.pauseComplete * context.attempts),
      })),
      /** The link token is optional: if it was refused, the flow continues without it. */
      dropRefusedToken: assign(({ context: { error, proof, linkContext } }) =>
        error && isTokenRefused(error)
          ? { linkContext: null, proof: proof && { ...proof, linkContext: null } }
          : { linkContext, proof },
      ),
      fail: assign((_, { error, step }: Failed) => ({
        error: problemOf(error),
        retryTarget: retryTargetFor(problemOf(error), step),
      })),
      forgetProblem: assign({ error: null, retryTarget: null }),
    },
  })

export type LinkSetup = ReturnType<typeof linkSetup>

/** Milliseconds of the flow's timers. */
const TIMING = {
  verifySession: 12_000,
  sendCode: 20_000,
  verifyCode: 20_000,
  resendAfter: 30_000,
  /** All of wait_for_identity_sync; `checkReadiness` is one check in it. */
  identitySync: 45_000,
  checkReadiness: 4000,
  pauseNotReady: 500,
  pauseNoIdentity: 300,
  ensureIdentityLink: 10_000,
  completeLink: 30_000,
  /** Pause before an automatic repeat of completion, times the attempts so far; a longer Retry-After replaces it. */
  pauseComplete: 1000,
  /** The longest pause that a Retry-After may cause before the user has to retry. */
  pauseMost: 10_000,
} as const

/** Attempts at completion before the user has to retry. */
const COMPLETE_ATTEMPTS = 3

/** An e-mail address in the form that the service compares: trimmed, in lower case. */
const normalEmail = (given: string): string => given.trim().toLowerCase()

/** The contract's rule (schema/chatapp/bodies.ts). */
const isEmail = (email: string): boolean => email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

/** The digits of a code as it was typed or pasted: `123 456` and `123-456` are the same. */
export const normalCode = (given: string): string => given.replace(/\D/g, '').slice(0, 6)

const isCode = (code: string): boolean => /^\d{6}$/.test(code)
