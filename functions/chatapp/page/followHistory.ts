import type { LinkActor } from './flow/linkMachine.ts'
import { phaseOf } from './flow/phaseOf.ts'
import { forgetContext, strippedUrl } from './context/captureContext.ts'
import type { PageStorage } from './context/PageStorage.ts'

const AT_CODE = 'code'

const isAtCode = (): boolean => history.state === AT_CODE

/**
 * Syncs the tab's history with the flow. The code screen has its own entry, so that going back leads to the e-mail address; on
 * other screens going back does not change the flow. Call it before the actor starts.
 */
export function followHistory(actor: LinkActor, storage: PageStorage): void {
  actor.subscribe((snapshot) => {
    const { proof } = snapshot.context
    // The link token is consumed or refused: a reload must not restore it.
    if (proof && snapshot.context.linkContext === null) forgetContext(storage)
    // The proof has the link context now, so the URL can drop it. The fragment stays for a reload.
    const stripped = proof ? strippedUrl(location.href) : null
    if (stripped !== null) history.replaceState(history.state, '', stripped)
    if (phaseOf(snapshot) === 'enter_email_code' && !isAtCode()) history.pushState(AT_CODE, '')
  })
  addEventListener('popstate', () => {
    if (!isAtCode()) actor.send({ type: 'BACK' })
  })
}
