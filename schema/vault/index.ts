import { vaultExplore } from './explore.ts'
import { vaultReads } from './reads.ts'
import { status } from './status.ts'

/** Vaults: reports, strategies, the list of all, and the state of the protocol. */
export const vault = { ...vaultReads, ...vaultExplore, ...status }
