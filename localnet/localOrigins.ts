import { originsOf } from '../shared/auth/origin.ts'
import { list } from '../shared/text/list.ts'

/** Pages that a local world trusts by default: those that a developer serves on this machine. */
const OWN = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * TRUSTED_ORIGINS of a local world, with those that were given. Throws an Error for a list that no Worker would take.
 */
export function localOrigins(given = ''): string {
  const all = [...OWN, ...list(given)]
  originsOf(all)
  return all.join(' ')
}
