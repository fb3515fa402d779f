import { createDeployments } from '../store/deployments.ts'
import { createCreatorCheck } from '../../../shared/store/mayCreate.ts'
import { createLogStore } from '../../../shared/store/createLogStore.ts'
import { createPaymasterDecisions } from '../store/paymasterDecisions.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createSponsor, type Sponsor } from './createSponsor.ts'
import type { PaymasterEnv } from './paymasterEnv.ts'
import { Policy } from '../../../shared/domain/sponsorship/policy.ts'
import { createDepositCheck } from './requireDeposit.ts'
import { createSponsorQuotas } from './sponsorQuotas.ts'

export interface Paymaster {
  readonly policy: Policy
  readonly sponsor: Sponsor
}

/** The paymaster of an environment; undefined where it has no provider, or its policy is wrong. */
export function createPaymaster(
  { chain, now, memory }: Pick<Context, 'chain' | 'now' | 'memory'>,
  env: PaymasterEnv & { readonly DB: D1Database },
): Paymaster | undefined {
  const { PAYMASTER_UPSTREAM_URL: url, PAYMASTER_TIMEOUT_MS: timeoutMs, PAYMASTER_POLICY: given } = env
  if (!url || given === null) return undefined
  const policy = given ?? Policy.parse({})
  const sponsor = createSponsor({
    chain,
    now,
    policy,
    upstream: { url, timeoutMs },
    logs: createLogStore(env.DB),
    deployments: createDeployments(env.DB),
    mayCreate: createCreatorCheck(env.DB),
    decisions: createPaymasterDecisions(env.DB),
    quotas: createSponsorQuotas(env.SPONSOR_QUOTA),
    requireDeposit: createDepositCheck(chain, { now, memory }),
  })
  return { policy, sponsor }
}
