import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chatapp } from '../bridge/openChatapp.ts'
import type { LinkActor, LinkSnapshot } from '../flow/linkMachine.ts'
import { phaseOf } from '../flow/phaseOf.ts'
import { mainActionOf } from './mainActionOf.ts'
import { CodeScreen } from './screens/CodeScreen.tsx'
import { EmailScreen } from './screens/EmailScreen.tsx'
import { ErrorScreen } from './screens/ErrorScreen.tsx'
import { LinkedScreen } from './screens/LinkedScreen.tsx'
import { WaitScreen } from './screens/WaitScreen.tsx'
import { shownFor } from './screenOf.ts'
import { useNativeButtons } from './useNativeButtons.ts'

const STEPS = ['Chat app', 'E-mail', 'Code', 'Link']

/** The progress of the flow in four steps. */
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
