import * as z from 'zod'
import type { ErasableLedger, ErasableLink } from '../../shared/domain/account/erasable.ts'
import type { ChatappUserObject } from '../../shared/domain/chatapp/linkMessages.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, lenient, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { secretText } from '../../shared/env/formats.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import { portfolioVariables } from '../../shared/env/portfolioEnv.ts'

export const AccountEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...identityVariables,
  ...portfolioVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the waitlist, creator access'),
  CHATAPP_USERS: binding<DurableObjectNamespace<ChatappUserObject>>(
    'object',
    'Durable Objects of `chatapp`: chat users',
  ),
  AMOE_LEDGER: binding<DurableObjectNamespace<ErasableLedger>>(
    'object',
    'Durable Objects of `lottery`: credits, erased with deleted accounts',
  ),
  CHATAPP_ACCOUNTS: binding<DurableObjectNamespace<ErasableLink>>(
    'object',
    'Durable Objects of `chatapp`: links, which end with deleted accounts',
  ),
  AUTH_NONCE_SECRET: secret(
    'seals challenges of sign-in and of `sw-entry`, and confirmations of deletion; key of the hashes in the admin log',
  ),
  AUTH_NONCE_SECRET_PREVIOUS: previous,
  AUTH_HANDOFF_SECRET: lenient(secretText, {
    meaning: 'key of the hashes of hand-off codes',
    without: 'a key derived from `AUTH_NONCE_SECRET`',
    secret: true,
  }),
  AUTH_HANDOFF_SECRET_PREVIOUS: previous,
})
export type AccountEnv = z.output<typeof AccountEnv>
