import { vaultExplore } from './explore.ts'
import { vaultHistory } from './history.ts'
import { vaultReads } from './reads.ts'
import { status } from './status.ts'

/** Vaults: reports, strategies, histories, the list of all, and the state of the protocol. */
export const vault = { ...vaultReads, ...vaultHistory, ...vaultExplore, ...status }
