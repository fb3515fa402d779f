import type * as z from 'zod'
import type { NoncesObject } from '../durable/nonces.ts'
import type { SessionsObject } from '../durable/sessions.ts'
import { binding, previous, secret, withDefault } from './declare.ts'
import { addresses } from './formats.ts'

/** Of every family that authenticates. */
export const authVariables = {
  SESSIONS: binding<DurableObjectNamespace<SessionsObject>>('object', 'core’s Durable Objects: sessions'),
  NONCES: binding<DurableObjectNamespace<NoncesObject>>('object', 'core’s Durable Objects: used nonces'),
  SIWA_RECEIPT_SECRET: secret('makes agents’ receipts, and nothing else'),
  SIWA_RECEIPT_SECRET_PREVIOUS: previous,
  CRON_SECRET: secret('what schedulers send to machine routes'),
  CRON_SECRET_PREVIOUS: previous,
  ADMIN_ADDRESSES: withDefault(addresses, '', { meaning: 'addresses of administrators', without: 'none' }),
}

/** Of a family that takes what the node provider pushes. */
export const ingestVariables = {
  LOTTERY_INGEST_SECRET: secret(
    'what the node provider sends with pushed transactions, in `Authorization`, bare or as a bearer token',
  ),
  LOTTERY_INGEST_SECRET_PREVIOUS: previous,
}

/** What authenticating takes of a family's environment; machines whose secrets it does not have are not admitted. */
export type AuthEnv = z.output<z.ZodObject<typeof authVariables>> &
  Partial<z.output<z.ZodObject<typeof ingestVariables>>>
