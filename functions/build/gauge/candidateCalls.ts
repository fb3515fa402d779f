import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'

/** What the gauge, and the vault itself, say about a vault that is to receive votes. */
const candidateCall = ({ at }: Describe, gaugeVoting: Address, vault: Address) => ({
  eligible: at(gaugeVoting, gaugeVotingAbi)('canReceiveVotes', [vault]),
  asset: at(vault, creatorVaultAbi)('asset'),
  symbol: at(vault, erc20Abi)('symbol'),
})

/** The reads behind the vaults of a ballot, by their addresses. */
export const candidateCalls = (describe: Describe, gaugeVoting: Address, vaults: readonly Address[]) =>
  Object.fromEntries(vaults.map((vault) => [vault, candidateCall(describe, gaugeVoting, vault)]))

/** Each null if a contract does not answer. */
export type Candidate = Resolved<ReturnType<typeof candidateCall>>
export type Candidates = Readonly<Record<Address, Candidate>>
