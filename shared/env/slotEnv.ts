import type { Holds } from '../durable/Holds.ts'
import { binding } from './declare.ts'

/** For every family that bounds how many streams somebody may have open. */
export const slotVariables = {
  STREAM_SLOTS: binding<DurableObjectNamespace<Holds>>('object', 'Durable Objects of `core`: open streams'),
}
