import type { Phase } from '../../flow/phaseOf.ts'
import type { ScreenProps } from './parts.tsx'

const PARTS: readonly (readonly [Phase, string])[] = [
  ['wait_for_identity_sync', 'Confirming your e-mail address'],
  ['bind_chatapp.ensure_identity_link', 'Connecting your chat account'],
  ['bind_chatapp.complete_backend', 'Saving the link'],
]

/** The automatic steps after the code. */
export const WaitScreen = ({ phase }: ScreenProps) => {
  const at = PARTS.findIndex(([part]) => part === phase)
  return (
    <>
      <h1 data-focus tabIndex={-1}>
        Linking your account
      </h1>
      <ul class="parts">
        {PARTS.map(([part, text], i) => (
          <li key={part} class={i < at ? 'past' : i === at ? 'now' : ''}>
            {text}
            <span class="unseen">{i < at ? ' (done)' : i === at ? ' (in progress)' : ''}</span>
          </li>
        ))}
      </ul>
      <p>Please keep this page open. It may take up to a minute.</p>
    </>
  )
}
