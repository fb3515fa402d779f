import type * as z from 'zod'
import type { NoncesObject } from '../durable/nonces.ts'
import type { SessionsObject } from '../durable/sessions.ts'
import { binding, previous, secret, withDefault } from './declare.ts'
import { addresses } from './formats.ts'

/** For every family that authenticates. */
export const authVariables = {
  SESSIONS: binding<DurableObjectNamespace<SessionsObject>>('object', 'Durable Objects of `core`: sessions'),
  NONCES: binding<DurableObjectNamespace<NoncesObject>>('object', 'Durable Objects of `core`: used nonces'),
  SIWA_RECEIPT_SECRET: secret('signs SIWA receipts'),
  SIWA_RECEIPT_SECRET_PREVIOUS: previous,
  CRON_SECRET: secret('bearer token of schedulers, for machine routes'),
  CRON_SECRET_PREVIOUS: previous,
  ADMIN_ADDRESSES: withDefault(addresses, '', { meaning: 'wallets of administrators', without: 'none' }),
}

/** For a family that accepts what the node provider pushes. */
export const ingestVariables = {
  LOTTERY_INGEST_SECRET: secret(
    'secret that the node provider sends with pushed transactions in `Authorization`, alone or as a bearer token',
  ),
  LOTTERY_INGEST_SECRET_PREVIOUS: previous,
}

/**
 * The part of a family's environment that authentication needs; machines without a configured secret are not admitted.
 */
export type AuthEnv = z.output<z.ZodObject<typeof authVariables>> &
  Partial<z.output<z.ZodObject<typeof ingestVariables>>>
