import type * as z from 'zod'
import type { Hash } from 'viem'
import type { StatusSection } from '../../../schema/vault/status.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { Role } from '../../../shared/chain/config.ts'

export type Section = z.output<typeof StatusSection>

/** Values of one upstream request. */
export interface ChainReads {
  readonly asOf: AsOf
  /** Hash of block 0; null if the node did not give it. */
  readonly genesis: Hash | null
  /** Coins that the registry lists; null if it does not answer as a registry. */
  readonly count: bigint | null
  /** Whether there is code at a role's address; null if the node did not say. */
  readonly code: ReadonlyMap<Role, boolean> | null
}
