import type { StreamSlotsObject } from '../durable/streamSlots.ts'
import { binding } from './declare.ts'

/** For every family that bounds how many streams somebody may have open. */
export const slotVariables = {
  STREAM_SLOTS: binding<DurableObjectNamespace<StreamSlotsObject>>('object', 'core’s Durable Objects: open streams'),
}
