import type * as z from 'zod'
import type { NoncesObject } from '../durable/nonces.ts'
import type { SessionsObject } from '../durable/sessions.ts'
import { binding, previous, secret, withDefault } from './declare.ts'
import { addresses } from './formats.ts'

/** For every family that authenticates. */
export const authVariables = {
  SESSIONS: binding<DurableObjectNamespace<SessionsObject>>('object', 'core’s Durable Objects: sessions'),
  NONCES: binding<DurableObjectNamespace<NoncesObject>>('object', 'core’s Durable Objects: used nonces'),
  SIWA_RECEIPT_SECRET: secret('signs agents’ receipts, and nothing else'),
  SIWA_RECEIPT_SECRET_PREVIOUS: previous,
  CRON_SECRET: secret('what schedulers send to machine routes'),
  CRON_SECRET_PREVIOUS: previous,
  ADMIN_ADDRESSES: withDefault(addresses, '', { meaning: 'addresses of administrators', without: 'none' }),
}

/** For a family that accepts what the node provider pushes. */
export const ingestVariables = {
  LOTTERY_INGEST_SECRET: secret(
    'what the node provider sends with pushed transactions, in `Authorization`, bare or as a bearer token',
  ),
  LOTTERY_INGEST_SECRET_PREVIOUS: previous,
}

/**
 * The part of a family's environment that authentication needs; machines without a configured secret are not admitted.
 */
export type AuthEnv = z.output<z.ZodObject<typeof authVariables>> &
  Partial<z.output<z.ZodObject<typeof ingestVariables>>>
