import type * as z from 'zod'
import { isAddressEqual, type Address } from 'viem'
import type { Provenance as Schema } from '../../../schema/provenance.ts'
import type { Describe, Resolved, Shape } from '../../chain/calls.ts'
import type { ChainConfig, Role } from '../../chain/config.ts'
import { registryAbi } from '../vault/protocolAbis.ts'
import type { Kind, Target } from './kinds.ts'

export type Provenance = z.output<typeof Schema>
type Config = Pick<ChainConfig, 'contracts'>

/**
 * The reads that prove a contract of a kind, for the read that an operation makes anyway; null without a registry. They
 * show the registry's answer apart from its silence.
 */
export const provenanceCalls = <S extends Shape>(
  describe: Describe,
  { contracts: { registry } }: Config,
  kind: Kind<S>,
  target: Target,
) =>
  registry === undefined
    ? null
    : { count: describe.at(registry, registryAbi)('getTokenCount'), own: kind.calls(describe, registry, target) }

/** The proof of a contract of a kind, from the reads of provenanceCalls. */
export function provenanceOf<S extends Shape>(
  { contracts }: Config,
  { roles, voucher, proof }: Kind<S>,
  address: Address,
  reads: { readonly count: bigint | null; readonly own: Resolved<S> } | null,
): Provenance {
  const configured = configuredAs({ contracts }, roles, address)
  if (configured) return configured
  const { registry } = contracts
  if (!registry || !reads) return unknown('this deployment has no registry that could confirm it')
  const found = voucher(address, reads.own, registry)
  if (found)
    return proven(found.source, found.by, `${found.call} of the ${NAMES[found.source]} ${found.by} confirms it`)
  return reads.count === null ? unknown(`the registry ${registry} does not answer`) : notProven(proof)
}

/** The proof by the configuration alone; null if it does not name the address in one of these roles. */
export function configuredAs({ contracts }: Config, roles: readonly Role[], address: Address): Provenance | null {
  const role = roles.find((name) => {
    const configured = contracts[name]
    return configured !== undefined && isAddressEqual(configured, address)
  })
  return role ? proven('configuration', null, `the configuration of this deployment names it as ${role}`) : null
}

/** `proof` is what would prove it. */
export const notProven = (proof: string): Provenance => {
  const message = `it counts as proven only if ${proof}`
  return { status: 'not_proven', source: null, by: null, message }
}

/** A contract of the configured factory. */
export const madeBy = (factory: Address): Provenance => proven('factory', factory, `the factory ${factory} created it`)

const NAMES = { registry: 'registry', vault: 'vault', launch_arm: 'launch arm' } as const

const proven = (source: Provenance['source'], by: Address | null, message: string): Provenance => ({
  status: 'proven',
  source,
  by,
  message,
})

const unknown = (message: string): Provenance => ({ status: 'unknown', source: null, by: null, message })
