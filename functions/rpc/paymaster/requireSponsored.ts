import { type Address, isHex } from 'viem'
import type { Describe } from '../../../shared/chain/calls.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { InnerCall } from '../../../shared/domain/sponsorship/innerCalls.ts'
import type { Mode } from '../../../shared/domain/sponsorship/policy.ts'
import { Denial } from '../../../shared/domain/sponsorship/RpcError.ts'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import { checkParties, deploymentFor } from './legacy/checkParties.ts'
import { namedParties, type NamedParties } from './legacy/namedParties.ts'
import { deploymentOf, type Parties, partyCalls } from './legacy/partyCalls.ts'
import {
  type Deployment,
  type DeploymentReader,
  type KnownDeployments,
  readGap,
  readKnownDeployments,
} from './legacy/readKnownDeployments.ts'
import { checkSender, type Sender, senderCalls, senderReads } from './senderCalls.ts'

export interface Candidate extends Sender {
  readonly mode: Mode
  readonly calls: readonly InnerCall[]
}

/**
 * Whether the chain says of an operation what its mode demands, and that its sender belongs to the principal: all of it read
 * at one block, in one upstream request. (Code and storage of the sender, which no contract reports, are of the newest block
 * of that request.) A withdrawal whose deployment the index has not seen yet takes a second one.
 *
 * Throws a Denial, and the errors of the RPC client; for a withdrawal these are a Denial too, legacy_state_unavailable.
 */
export async function requireSponsored(reader: DeploymentReader, candidate: Candidate): Promise<void> {
  const { chain } = reader
  const { mode, calls, operation, policy } = candidate
  const { sender } = operation
  if (mode !== 'legacy_withdraw') {
    const { value, carried } = await chain.read((describe) => senderCalls(describe, candidate), senderReads(sender))
    return checkSender(candidate, value, carried)
  }
  const batcher = chain.config.contracts.deploymentBatcher
  if (!batcher) throw new Denial('mode_not_allowed')
  const withdrawal = { batcher, named: namedParties(calls, sender, policy) }
  try {
    const known = await readKnownDeployments(reader, { batcher, owner: sender })
    const unseen = await requireDeployed(reader, candidate, withdrawal, known, known.deployments)
    if (unseen) await requireDeployed(reader, candidate, withdrawal, known, [...known.deployments, ...unseen])
  } catch (error) {
    if (isOutage(error) || (error instanceof ApiError && error.code === 'store_unavailable'))
      throw new Denial('legacy_state_unavailable')
    throw error
  }
}

/**
 * Judges a withdrawal by some deployments. Returns those that the index has not seen where one of them contains what is
 * called, and must be read first.
 */
async function requireDeployed(
  { chain }: DeploymentReader,
  candidate: Candidate,
  { batcher, named }: { readonly batcher: Address; readonly named: NamedParties },
  known: KnownDeployments,
  deployments: readonly Deployment[],
): Promise<readonly Deployment[] | undefined> {
  const { sender } = candidate.operation
  const deployment = deploymentOf(named, deployments)
  const described = (describe: Describe) => ({
    sender: senderCalls(describe, candidate),
    parties: partyCalls(describe, named, deployment),
  })
  const all = [named.vault, named.wrapper, deployment?.vault, deployment?.wrapper, deployment?.shareToken]
  const addresses = [...new Set([...all.flatMap((one) => one ?? []), ...named.vestings])]
  const own = senderReads(sender)
  const { value, carried } = await chain.read(described, [...own, ...known.calls, ...addresses.map(codeOf)])
  checkSender(candidate, value.sender, carried)
  const gap = readGap(known, carried.slice(own.length, own.length + known.calls.length), sender)
  const codes = new Map(addresses.map((one, i) => [one, isCode(carried[own.length + known.calls.length + i])]))
  const isNew = deployments === known.deployments && !deployment && gap && deploymentOf(named, gap)
  if (isNew) return gap
  const { parties } = value
  checkParties({ named, parties, sender, batcher, hasCode: (address) => codes.get(address) })
  requireProvenance(parties, [...deployments, ...(gap ?? [])], gap !== null && !known.isCut)
  return undefined
}

function requireProvenance(parties: Parties, deployments: readonly Deployment[], isComplete: boolean): void {
  if (deploymentFor(parties, deployments)) return
  throw new Denial(isComplete ? 'legacy_vault_provenance_mismatch' : 'legacy_state_unavailable')
}

const codeOf = (address: Address): RpcCall => ({ method: 'eth_getCode', params: [address, 'latest'] })

/** Throws Denial legacy_state_unavailable if the node does not say. */
function isCode(reply: RpcReply | undefined): boolean {
  if (!reply || !('result' in reply) || !isHex(reply.result)) throw new Denial('legacy_state_unavailable')
  return reply.result !== '0x'
}
