import type * as z from 'zod'
import type { Step } from '../../shared/calldata/encodeStep.ts'
import type { PaymasterService } from '../../shared/calldata/unsignedCall.ts'
import { flag } from '../../shared/env/formats.ts'
import { withDefault } from '../../shared/env/declare.ts'
import { modeOf } from '../../shared/domain/sponsorship/modeOf.ts'
import { Policy } from '../../shared/domain/sponsorship/policy.ts'
import { PAYMASTER_POLICY } from '../../shared/domain/sponsorship/policyVariable.ts'
import { Denial } from '../../shared/domain/sponsorship/RpcError.ts'
import type { Context } from '../../shared/http/handler.ts'

/** Whether there is a paymaster for what this family builds, and what it sponsors. */
export const sponsorVariables = {
  PAYMASTER_IN_CALLS: withDefault(flag, 'off', {
    meaning:
      '`on`: built calls that the policy can sponsor name the paymaster (ERC-7677). Set it if `rpc` has `PAYMASTER_UPSTREAM_URL`',
  }),
  PAYMASTER_POLICY,
}

type SponsorEnv = z.output<z.ZodObject<typeof sponsorVariables>>

/**
 * The paymaster for calls of a kind that the policy sponsors; undefined for others. Whether it sponsors them for this sender
 * and at this time, it says itself.
 */
export function paymasterOf(
  { chain, baseUrl }: Pick<Context, 'chain' | 'baseUrl'>,
  { PAYMASTER_IN_CALLS: isNamed, PAYMASTER_POLICY: given }: SponsorEnv,
): ((steps: readonly Step[]) => PaymasterService | undefined) | undefined {
  if (!isNamed || given === null) return undefined
  const policy = given ?? Policy.parse({})
  if (!policy.enabled) return undefined
  return (steps) =>
    steps.every(({ value }) => value === '0') && isSponsored(steps, chain.config, policy)
      ? { url: `${baseUrl}/paymaster`, optional: true }
      : undefined
}

function isSponsored(steps: readonly Step[], config: Context['chain']['config'], policy: Policy): boolean {
  try {
    modeOf(
      steps.map(({ to, data }) => ({ target: to, data })),
      config,
      policy,
    )
    return true
  } catch (error) {
    if (error instanceof Denial) return false
    throw error
  }
}
