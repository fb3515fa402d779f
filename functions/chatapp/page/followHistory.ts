import type { LinkActor } from './flow/linkMachine.ts'
import { phaseOf } from './flow/phaseOf.ts'
import { forgetContext, strippedUrl } from './context/captureContext.ts'
import type { PageStorage } from './context/PageStorage.ts'

const AT_CODE = 'code'

const isAtCode = (): boolean => history.state === AT_CODE

/**
 * Keeps the tab's history in step with the flow. The code has an entry of its own, so that going back leads to the e-mail
 * address and not out of the page; at any other time going back changes nothing in the flow. Subscribe before it is started.
 */
export function followHistory(actor: LinkActor, storage: PageStorage): void {
  actor.subscribe((snapshot) => {
    const { proof } = snapshot.context
    // Used up, or refused: a reload must not bring it back.
    if (proof && snapshot.context.linkContext === null) forgetContext(storage)
    // The proof has what the address brought: only now may the address lose it. The fragment stays for a reload.
    const stripped = proof ? strippedUrl(location.href) : null
    if (stripped !== null) history.replaceState(history.state, '', stripped)
    if (phaseOf(snapshot) === 'enter_email_code' && !isAtCode()) history.pushState(AT_CODE, '')
  })
  addEventListener('popstate', () => {
    if (!isAtCode()) actor.send({ type: 'BACK' })
  })
}
