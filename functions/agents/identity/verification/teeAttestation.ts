import type { Address } from 'viem'
import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import type { Describe } from '../../../../shared/chain/calls.ts'
import { attestationCalls, type AttestationReads } from '../registry/attestationCalls.ts'
import { attestationsOf } from '../registry/attestationsOf.ts'
import type { CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'

/** The tag by which validators attest a trusted execution environment. */
const TAG = 'tee-attestation'
/** Every trusted validator must answer this: 100 is passed, 0 is failed. */
const PASSED = 100

export interface AttestationSettings {
  readonly registry: Address
  readonly validators: readonly Address[]
}

/** Whose validations count, and where they are; null if none do. */
export function attestationSettingsOf(
  agent: CanonicalAgent,
  registry: Address | undefined,
): AttestationSettings | null {
  const { validators } = agent.settings
  return registry && validators.length > 0 ? { registry, validators } : null
}

const queryOf = ({ agentId }: CanonicalAgent, { validators }: AttestationSettings) => ({
  agentId,
  validators,
  tag: TAG,
})

/** Reads of the validation registry, beside those of the identity registry. */
export const configuredAttestationCalls = (
  describe: Describe,
  agent: CanonicalAgent,
  settings: AttestationSettings | null,
) => settings && attestationCalls(describe, settings.registry, queryOf(agent, settings))

/** Whether trusted validators attest the agent. A registry that makes no sense says nothing: `passed` is null. */
export function teeAttestationOf(
  agent: CanonicalAgent,
  registry: Address | undefined,
  reads: AttestationReads | null,
  blockTime: number,
): IdentityReport['teeAttestation'] {
  const settings = attestationSettingsOf(agent, registry)
  const head = {
    tag: TAG,
    registryAddress: registry ?? null,
    validatorAddresses: agent.settings.validators,
    validationCount: null,
    averageResponse: null,
    checkedAtMs: null,
  }
  if (!settings || !reads) {
    const reason = registry ? 'no_validators_configured' : 'validation_registry_not_configured'
    return { ...head, enabled: false, passed: null, reason }
  }
  try {
    const { count, averageResponse } = attestationsOf(reads, queryOf(agent, settings), agent.identityRegistry)
    const passed = averageResponse === PASSED
    return {
      ...head,
      enabled: true,
      passed,
      reason: passed ? 'attested' : count === 0 ? 'not_attested' : 'attestation_failed',
      validationCount: String(count),
      averageResponse,
      checkedAtMs: blockTime * 1000,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...head, enabled: true, passed: null, reason: 'validation_registry_unusable' }
  }
}
