import { useEffect, useState } from 'preact/hooks'
import type { LinkActor, LinkSnapshot } from '../flow/linkMachine.ts'

/** The newest snapshot of the actor, which lives outside of the components. */
export function useFlow(actor: LinkActor): LinkSnapshot {
  const [snapshot, setSnapshot] = useState(() => actor.getSnapshot())
  useEffect(() => {
    setSnapshot(actor.getSnapshot())
    const { unsubscribe } = actor.subscribe(setSnapshot)
    return unsubscribe
  }, [actor])
  return snapshot
}
