import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'

export const AccountEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...identityVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the waitlist, who may create'),
  AUTH_NONCE_SECRET: secret('seals sign-in challenges, and keys the hashes in the admin log'),
  AUTH_NONCE_SECRET_PREVIOUS: previous,
})
export type AccountEnv = z.output<typeof AccountEnv>
