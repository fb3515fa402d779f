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

/** A repeat of an event within this time is a duplicate. */
const ECHO_MS = 750

interface Parts {
  /** Fire and forget: must not throw, and is not awaited. */
  readonly post: (body: string) => void
  readonly now: () => number
  readonly flowId: string
  readonly platform: string
}

export function createTelemetry({ post, now, flowId, platform }: Parts) {
  const sent = new Map<string, number>()
  return (event: FlowEvent, sessionToken: string | undefined): void => {
    // The duration differs between duplicates of one event.
    const key = JSON.stringify({ ...event, durationMs: undefined })
    const at = now()
    for (const [known, when] of sent) if (at - when >= ECHO_MS) sent.delete(known)
    if (sent.has(key)) return
    sent.set(key, at)
    post(JSON.stringify({ ...event, flowId, platform, sessionToken }))
  }
}
