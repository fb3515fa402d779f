import type { AsOf, Chain } from '../../chain/chain.ts'
import { attestationCalls, type AttestationQuery } from './attestationCalls.ts'
import { type Attestations, attestationsOf } from './attestationsOf.ts'

/**
 * An agent's validations, in one upstream request; null where the chain has no validation registry (the role is optional).
 * Throws role_not_configured for an address that is none, or without an identity registry, and what a chain read throws.
 */
export async function readAttestations(
  chain: Chain,
  query: AttestationQuery,
): Promise<(Attestations & { readonly asOf: AsOf }) | null> {
  const registry = chain.config.contracts.validationRegistry
  if (registry === undefined) return null
  const { value, asOf } = await chain.read((describe) => attestationCalls(describe, registry, query))
  return { ...attestationsOf(value, query, chain.role('identityRegistry')), asOf }
}
