import type { CLIENT_EVENTS } from '../../../../schema/chatapp/bodies.ts'
import type { FlowErrorCode } from '../flow/errorGuide.ts'
import type { Phase } from '../flow/phaseOf.ts'

/** One event of the flow, with the properties that the contract allows; none of them can hold an e-mail address. */
export interface FlowEvent {
  readonly event: (typeof CLIENT_EVENTS)[number]
  readonly phase: Phase
  readonly status?: 'started' | 'succeeded' | 'failed' | 'skipped'
  readonly from?: Phase
  readonly to?: Phase
  readonly errorCode?: FlowErrorCode
  readonly recoverable?: boolean
  readonly attempt?: number
  readonly durationMs?: number
}

/** The same event again within this time is an echo. */
const ECHO_MS = 750

interface Parts {
  /** Fire and forget: it must not throw, and nobody waits for it. */
  readonly post: (body: string) => void
  readonly now: () => number
  readonly flowId: string
  readonly platform: string
}

/** Reports events of the flow, each once. */
export function createTelemetry({ post, now, flowId, platform }: Parts) {
  /** What was sent lately, and when. */
  const sent = new Map<string, number>()
  return (event: FlowEvent, sessionToken: string | undefined): void => {
    // How long it took differs between echoes of one event.
    const key = JSON.stringify({ ...event, durationMs: undefined })
    const at = now()
    for (const [known, when] of sent) if (at - when >= ECHO_MS) sent.delete(known)
    if (sent.has(key)) return
    sent.set(key, at)
    post(JSON.stringify({ ...event, flowId, platform, sessionToken }))
  }
}
