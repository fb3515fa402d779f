import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chatapp } from '../bridge/openChatapp.ts'
import { ERROR_GUIDE } from '../flow/errorGuide.ts'
import type { LinkEvent, LinkFlow } from '../flow/LinkFlow.ts'
import type { LinkActor, LinkSnapshot } from '../flow/linkMachine.ts'
import { type Phase, phaseOf } from '../flow/phaseOf.ts'
import { CodeScreen } from './screens/CodeScreen.tsx'
import { EmailScreen } from './screens/EmailScreen.tsx'
import { ErrorScreen, retryLabel } from './screens/ErrorScreen.tsx'
import { LinkedScreen } from './screens/LinkedScreen.tsx'
import { WaitScreen } from './screens/WaitScreen.tsx'

const STEPS = ['Chat app', 'E-mail', 'Code', 'Link']

const Progress = ({ step, isDone }: { readonly step: number; readonly isDone: boolean }) => (
  <ol class="progress" aria-label="Progress">
    {STEPS.map((name, i) => {
      const isPast = isDone || i + 1 < step
      return (
        <li key={name} class={isPast ? 'past' : ''} aria-current={!isDone && i + 1 === step ? 'step' : undefined}>
          {name}
          {isPast && <span class="unseen"> (done)</span>}
        </li>
      )
    })}
  </ol>
)

interface Props {
  readonly actor: LinkActor
  readonly chatapp: Chatapp
  readonly appUrl: string
}

/** Renders the actor. It holds no state of the flow, so that rendering again changes nothing. */
export const App = ({ actor, chatapp, appUrl }: Props) => {
  const snapshot = useFlow(actor)
  const flow = snapshot.context
  const phase = phaseOf(snapshot)
  const { screen, step, status } = shownFor(phase)
  const [isAlive, setAlive] = useState(false)
  useEffect(() => chatapp.onAlive(() => setAlive(true)), [chatapp])

  const { send } = actor
  const onClose = isAlive ? chatapp.close : null
  const action = mainActionOf(phase, flow)
  useNativeButtons({ chatapp, isAlive, action, send, onClose, canGoBack: phase === 'enter_email_code' })

  const problem = flow.emailError ?? flow.codeError
  const main = useFocus(`${screen} ${flow.error?.code}`, problem)
  const props = { flow, phase, send, isNative: isAlive && action !== null }
  return (
    <main ref={main} data-phase={phase}>
      <Progress step={screen === 'error' ? stepOf(flow) : step} isDone={screen === 'linked'} />
      <p class="unseen" role="status">
        {status}
      </p>
      {screen === 'verify' && <h1 class="spins">Checking your chat account</h1>}
      {screen === 'email' && <EmailScreen {...props} />}
      {screen === 'code' && <CodeScreen {...props} />}
      {screen === 'wait' && <WaitScreen {...props} />}
      {screen === 'linked' && flow.linked && <LinkedScreen linked={flow.linked} appUrl={appUrl} onClose={onClose} />}
      {screen === 'error' && <ErrorScreen {...props} onClose={onClose} />}
    </main>
  )
}

/** The step in which a flow failed. */
const stepOf = ({ proof, isReady, retryTarget }: ReturnType<LinkActor['getSnapshot']>['context']): number => {
  if (!proof) return 1
  return isReady || (retryTarget !== null && retryTarget !== 'verify_chatapp_session') ? 4 : 2
}

/** Moves the focus to the field or heading of a new screen, or to the field whose content was refused. */
function useFocus(shown: string, problem: object | null) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown && problem === null) return
    last.current = shown
    main.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
  }, [shown, problem])
  return main
}

/** The newest snapshot of the actor, which lives outside of the components. */
function useFlow(actor: LinkActor): LinkSnapshot {
  const [snapshot, setSnapshot] = useState(() => actor.getSnapshot())
  useEffect(() => {
    setSnapshot(actor.getSnapshot())
    const { unsubscribe } = actor.subscribe(setSnapshot)
    return unsubscribe
  }, [actor])
  return snapshot
}

/** The screen of a phase; phases with the same screen keep its fields and focus. */
type Screen = 'verify' | 'email' | 'code' | 'wait' | 'linked' | 'error'

interface Shown {
  readonly screen: Screen
  readonly step: 1 | 2 | 3 | 4
  /** Announced by a screen reader when the phase begins. */
  readonly status: string
}

const SHOWN: Readonly<Record<Phase, Shown>> = {
  verify_chatapp_session: { screen: 'verify', step: 1, status: 'Checking your chat account' },
  collect_email: { screen: 'email', step: 2, status: '' },
  sending_email_code: { screen: 'email', step: 2, status: 'Sending the code' },
  enter_email_code: { screen: 'code', step: 3, status: 'The code was sent' },
  verifying_email_code: { screen: 'code', step: 3, status: 'Checking the code' },
  wait_for_identity_sync: { screen: 'wait', step: 4, status: 'Confirming your e-mail address' },
  'bind_chatapp.ensure_identity_link': { screen: 'wait', step: 4, status: 'Connecting your chat account' },
  'bind_chatapp.complete_backend': { screen: 'wait', step: 4, status: 'Saving the link' },
  linked: { screen: 'linked', step: 4, status: 'Your chat account is linked' },
  expired_or_error: { screen: 'error', step: 4, status: '' },
}

const shownFor = (phase: Phase): Shown => SHOWN[phase]

interface Options {
  readonly chatapp: Chatapp
  readonly isAlive: boolean
  readonly action: MainAction | null
  readonly send: (event: LinkEvent) => void
  readonly onClose: (() => void) | null
  readonly canGoBack: boolean
}

function useNativeButtons({ chatapp, isAlive, action, send, canGoBack }: Options): void {
  const now = useRef(action)
  now.current = action
  useEffect(() => {
    chatapp.onButton(() => {
      if (now.current) send(now.current.event)
    })
    chatapp.onBack(() => history.back())
  }, [chatapp, send])
  useEffect(() => {
    if (isAlive) chatapp.setButton(action)
  }, [chatapp, isAlive, action?.text, action?.busy])
  useEffect(() => {
    if (isAlive) chatapp.setBack(canGoBack)
  }, [chatapp, isAlive, canGoBack])
}

/** The action of a phase's main button; the native button of the chat app replaces the button if there is one. */
interface MainAction {
  readonly text: string
  readonly busy: boolean
  readonly event: LinkEvent
}

/** Null if the phase has no main button. */
function mainActionOf(phase: Phase, { error }: LinkFlow): MainAction | null {
  if (phase === 'collect_email' || phase === 'sending_email_code')
    return { text: 'Send the code', busy: phase === 'sending_email_code', event: { type: 'SUBMIT_EMAIL' } }
  if (phase === 'enter_email_code' || phase === 'verifying_email_code')
    return { text: 'Verify', busy: phase === 'verifying_email_code', event: { type: 'SUBMIT_CODE' } }
  const text = phase === 'expired_or_error' && error ? retryLabel(ERROR_GUIDE[error.code].next) : null
  return text === null ? null : { text, busy: false, event: { type: 'RETRY' } }
}
