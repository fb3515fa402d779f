import type { LinkEvent, LinkFlow } from '../../flow/LinkFlow.ts'
import type { Phase } from '../../flow/phaseOf.ts'

export interface ScreenProps {
  readonly flow: LinkFlow
  readonly phase: Phase
  readonly send: (event: LinkEvent) => void
  /** The chat app shows the main button. */
  readonly isNative: boolean
}
