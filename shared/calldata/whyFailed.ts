import type { CallOutcome } from './Attempt.ts'
import { decodeRevert, type Revert } from './decodeRevert.ts'

/** Why a simulated call failed. */
export const whyFailed = ({ returned, reason }: CallOutcome): Revert =>
  reason === undefined ? decodeRevert(returned) : { name: null, args: {}, message: reason }
