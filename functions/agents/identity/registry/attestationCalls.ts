import type { Address } from 'viem'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import { validationRegistryAbi } from './validationRegistryAbi.ts'

/** Whose word counts for what. */
export interface AttestationQuery {
  readonly agentId: bigint
  /** Validators that are trusted. None means that nobody is, though the registry itself takes it for anybody. */
  readonly validators: readonly Address[]
  /** Exactly as validators write it; empty for any. */
  readonly tag: string
}

/** Validations that are shown one by one, the earliest first: the registry's list has no other order and no pages. */
export const MAX_VALIDATIONS = 16

/** What the ERC-8004 validation registry says of an agent: the mean of trusted answers, and single validations. */
export const attestationCalls = (
  { at, each }: Describe,
  registry: Address,
  { agentId, validators, tag }: AttestationQuery,
) => {
  const call = at(registry, validationRegistryAbi)
  const requests = call('getAgentValidations', [agentId])
  return {
    identityRegistry: call('getIdentityRegistry'),
    summary: validators.length === 0 ? null : call('getSummary', [agentId, validators, tag]),
    requests,
    validations: each(requests, MAX_VALIDATIONS, (requestHash) => ({
      requestHash,
      status: call('getValidationStatus', [requestHash]),
    })),
  }
}

export type AttestationReads = Resolved<ReturnType<typeof attestationCalls>>
