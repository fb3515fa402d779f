import * as z from 'zod'
import { commonVariables } from '../shared/env/env.ts'
import { readEnv } from '../shared/env/readEnv.ts'
import { list } from '../shared/env/formats.ts'

/** Pages that a local world trusts by default: those that a developer serves on this machine. */
const OWN = ['http://localhost:*', 'http://127.0.0.1:*']

/** TRUSTED_ORIGINS of a local world, plus the given ones. Throws an Error for a list that no Worker would accept. */
export function localOrigins(given = ''): string {
  const all = [...OWN, ...list(given)]
  const value = all.join(' ')
  readEnv(z.object({ TRUSTED_ORIGINS: commonVariables.TRUSTED_ORIGINS }), { TRUSTED_ORIGINS: value })
  return value
}
