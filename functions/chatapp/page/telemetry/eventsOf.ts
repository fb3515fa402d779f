import { isRecoverable } from '../flow/FlowError.ts'
import type { LinkFlow } from '../flow/LinkFlow.ts'
import type { LinkActor } from '../flow/linkMachine.ts'
import { type Phase, phaseOf } from '../flow/phaseOf.ts'
import type { FlowEvent } from './createTelemetry.ts'

type Name = FlowEvent['event']

const STEPS: Partial<Record<Phase, { readonly started: Name; readonly good: Name; readonly failed: Name }>> = {
  verify_chatapp_session: {
    started: 'chatapp_link_miniapp_session_verification_started',
    good: 'chatapp_link_miniapp_session_verification_succeeded',
    failed: 'chatapp_link_miniapp_session_verification_failed',
  },
  sending_email_code: {
    started: 'chatapp_link_email_code_send_started',
    good: 'chatapp_link_email_code_send_succeeded',
    failed: 'chatapp_link_email_code_send_failed',
  },
  verifying_email_code: {
    started: 'chatapp_link_email_code_verify_started',
    good: 'chatapp_link_email_code_verify_succeeded',
    failed: 'chatapp_link_email_code_verify_failed',
  },
  wait_for_identity_sync: {
    started: 'chatapp_link_identity_sync_started',
    good: 'chatapp_link_identity_sync_ready',
    failed: 'chatapp_link_identity_sync_failed',
  },
  'bind_chatapp.ensure_identity_link': {
    started: 'chatapp_link_identity_link_started',
    good: 'chatapp_link_identity_link_succeeded',
    failed: 'chatapp_link_identity_link_failed',
  },
  'bind_chatapp.complete_backend': {
    started: 'chatapp_link_backend_completion_started',
    good: 'chatapp_link_backend_completion_succeeded',
    failed: 'chatapp_link_backend_completion_failed',
  },
}

/** The events of a change of phase: the end of the previous step and the start of the next. `from` is null at the start. */
function eventsOf(from: Phase | null, to: Phase, flow: LinkFlow, durationMs: number): FlowEvent[] {
  const begins = STEPS[to]
  const start: FlowEvent[] = begins ? [{ event: begins.started, phase: to, status: 'started' }] : []
  if (from === null) return [{ event: 'chatapp_link_flow_started', phase: to }, ...start]
  const attempted: FlowEvent[] =
    from === 'collect_email' && to !== 'expired_or_error'
      ? [{ event: 'chatapp_link_email_submit_attempted', phase: from }]
      : []
  const completed: FlowEvent[] = to === 'linked' ? [{ event: 'chatapp_link_flow_completed', phase: to }] : []
  return [
    ...attempted,
    ...endOf(from, to, flow, durationMs),
    { event: 'chatapp_link_state_transition', phase: to, from, to, durationMs },
    ...start,
    ...completed,
  ]
}

/** Phase after a failed step, if not expired_or_error. */
const BACK: Partial<Record<Phase, Phase>> = {
  sending_email_code: 'collect_email',
  verifying_email_code: 'enter_email_code',
}

function endOf(from: Phase, to: Phase, flow: LinkFlow, durationMs: number): FlowEvent[] {
  const step = STEPS[from]
  if (!step) return []
  if (to === 'expired_or_error' || to === BACK[from]) {
    const problem = to === 'expired_or_error' ? flow.error : (flow.emailError ?? flow.codeError)
    const failure = problem ? { errorCode: problem.code, recoverable: isRecoverable(problem) } : {}
    const attempt = from === 'bind_chatapp.complete_backend' ? { attempt: flow.attempts } : {}
    return [{ event: step.failed, phase: from, status: 'failed', durationMs, ...failure, ...attempt }]
  }
  if (from === 'bind_chatapp.ensure_identity_link' && flow.identityLink === 'skipped')
    return [{ event: 'chatapp_link_identity_link_skipped', phase: from, status: 'skipped', durationMs }]
  return [{ event: step.good, phase: from, status: 'succeeded', durationMs }]
}

/** Reports every change of phase of the flow; call it before the actor starts. */
export function reportFlow(
  actor: LinkActor,
  report: (event: FlowEvent, sessionToken: string | undefined) => void,
  now: () => number,
): void {
  let from: Phase | null = null
  let since = now()
  actor.subscribe((snapshot) => {
    const to = phaseOf(snapshot)
    if (to === from) return
    for (const event of eventsOf(from, to, snapshot.context, now() - since))
      report(event, snapshot.context.proof?.sessionToken)
    from = to
    since = now()
  })
}
