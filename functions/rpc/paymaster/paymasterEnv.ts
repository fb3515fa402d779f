import type * as z from 'zod'
import { binding, lenient, withDefault } from '../../../shared/env/declare.ts'
import { safeUrl, whole } from '../../../shared/env/formats.ts'
import { PAYMASTER_POLICY } from '../../../shared/domain/sponsorship/policyVariable.ts'
import type { SponsorQuota } from './SponsorQuota.ts'

const CLOSED = 'nothing is sponsored (503 `paymaster_not_configured`)'

/** The paymaster provider, and what is sponsored. A mistake closes the one route that needs it. */
export const paymasterVariables = {
  PAYMASTER_UPSTREAM_URL: lenient(safeUrl, {
    provider: 'paymaster',
    meaning: 'ERC-7677 service that signs sponsorships; its URL usually contains a key',
    without: CLOSED,
    secret: true,
  }),
  PAYMASTER_TIMEOUT_MS: withDefault(whole(50, 60_000), '15000', {
    meaning: 'timeout of a request to `PAYMASTER_UPSTREAM_URL`, in milliseconds',
  }),
  PAYMASTER_POLICY,
  SPONSOR_QUOTA: binding<DurableObjectNamespace<SponsorQuota>>(
    'object',
    'Durable Objects of `rpc`: recent sponsorships, by wallet and by principal',
  ),
}

export type PaymasterEnv = z.output<z.ZodObject<typeof paymasterVariables>>
