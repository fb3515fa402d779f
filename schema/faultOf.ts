import type { Fault } from './errorGuide/ErrorEntry.ts'
import { ERRORS, type ErrorCode } from './errors.ts'

/** The party that can correct an error: as its entry says, else by its name and status. */
export function faultOf(code: ErrorCode): Fault {
  const { status, fault, outage } = ERRORS[code]
  if (fault) return fault
  if (code.endsWith('_not_configured')) return 'operator'
  if (outage) return 'chain'
  if (status === 502 || status === 504) return 'upstream'
  return status < 500 ? 'caller' : 'service'
}
