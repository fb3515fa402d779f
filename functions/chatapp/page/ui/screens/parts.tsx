import type { ComponentChildren } from 'preact'
import { ERROR_GUIDE } from '../../flow/errorGuide.ts'
import type { FlowError } from '../../flow/FlowError.ts'
import type { LinkEvent, LinkFlow } from '../../flow/LinkFlow.ts'
import type { Phase } from '../../flow/phaseOf.ts'

interface Props {
  readonly label: string
  readonly busyLabel: string
  readonly isBusy: boolean
  /** The chat app shows its own button; Enter in the field still submits. */
  readonly isNative: boolean
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A field and its button. A busy button stays focusable, so that the focus is not lost. */
export const Form = ({ label, busyLabel, isBusy, isNative, onSubmit, children }: Props) => (
  <form
    noValidate
    aria-busy={isBusy}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    {!isNative && (
      <button type="submit" class="main" aria-disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </button>
    )}
  </form>
)

/** The problem of a field, and its remedy. The element is always present, so that a screen reader announces its text. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: FlowError | null }) => (
  <p id={id} class="problem" role="alert">
    {problem && `${ERROR_GUIDE[problem.code].title}. ${ERROR_GUIDE[problem.code].advice}${waitOf(problem)}`}
  </p>
)

/** The time to wait, if the service states it. */
export function waitOf({ retryAfter }: FlowError): string {
  if (retryAfter === undefined || retryAfter < 5) return ''
  return retryAfter < 120 ? ` (${retryAfter} seconds)` : ` (${Math.ceil(retryAfter / 60)} minutes)`
}

export interface ScreenProps {
  readonly flow: LinkFlow
  readonly phase: Phase
  readonly send: (event: LinkEvent) => void
  /** The chat app shows the main button. */
  readonly isNative: boolean
}
