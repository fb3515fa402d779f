import type { PHASES } from '../../../../schema/chatapp/bodies.ts'
import type { LinkSnapshot } from './linkMachine.ts'

/** The states of the flow by the names that the contract gives them. */
export type Phase = (typeof PHASES)[number]

/** The phase of a state of the machine, without its inner state. */
export function phaseOf({ value }: Pick<LinkSnapshot, 'value'>): Phase {
  if (typeof value === 'string') return value
  if ('wait_for_identity_sync' in value) return 'wait_for_identity_sync'
  return value.bind_chatapp === 'ensure_identity_link'
    ? 'bind_chatapp.ensure_identity_link'
    : 'bind_chatapp.complete_backend'
}
