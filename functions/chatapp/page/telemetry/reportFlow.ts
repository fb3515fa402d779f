import type { LinkActor } from '../flow/linkMachine.ts'
import { phaseOf, type Phase } from '../flow/phaseOf.ts'
import type { FlowEvent } from './createTelemetry.ts'
import { eventsOf } from './eventsOf.ts'

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
