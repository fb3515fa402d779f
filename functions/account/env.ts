import * as z from 'zod'
import type { ErasableLedger, ErasableLink } from '../../shared/domain/account/erasable.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'

export const AccountEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...identityVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the waitlist, who may create'),
  AMOE_LEDGER: binding<DurableObjectNamespace<ErasableLedger>>(
    'object',
    'Durable Objects of the lottery: emptied for accounts that are deleted',
  ),
  CHATAPP_ACCOUNTS: binding<DurableObjectNamespace<ErasableLink>>(
    'object',
    'Durable Objects of the chat app: links that end with accounts that are deleted',
  ),
  AUTH_NONCE_SECRET: secret('seals sign-in challenges and confirmations of deletions'),
  AUTH_NONCE_SECRET_PREVIOUS: previous,
})
export type AccountEnv = z.output<typeof AccountEnv>
