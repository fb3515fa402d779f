import { type Address, getAbiItem, isAddressEqual, pad, toEventSelector } from 'viem'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { decodeBlock, decodeLogs, quantity } from '../../../../shared/chain/decodeReply.ts'
import type { RpcCall, RpcReply } from '../../../../shared/chain/RpcCall.ts'
import { Denial } from '../../../../shared/domain/sponsorship/RpcError.ts'
import { deploymentBatcherAbi } from '../../../../shared/domain/vault/protocolAbis.ts'
import { decodeEvent } from '../../../../shared/events/decodeEvent.ts'
import type { LogStore } from '../../../../shared/store/createLogStore.ts'
import type { IndexStanding } from '../../../../shared/store/indexStandings.ts'
import { stored } from '../../../../shared/store/stored.ts'
import { DEPLOYMENTS } from '../../../../shared/store/streams.ts'
import { lower } from '../../../../shared/text/address.ts'
import type { DeploymentLog, DeploymentStore } from '../../store/deployments.ts'

export interface DeploymentReader {
  readonly chain: Chain
  readonly logs: LogStore
  readonly deployments: DeploymentStore
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Deployments of an owner from the index, and the reads for blocks that it has not seen. */
export interface KnownDeployments {
  readonly deployments: readonly Deployment[]
  /** Whether older ones were left out. */
  readonly isCut: boolean
  readonly standing: IndexStanding
  /** A look at the block up to which it is indexed, and, where that is not too much to ask, at what came after. */
  readonly calls: readonly RpcCall[]
}

const phase1 = () => toEventSelector(getAbiItem({ abi: deploymentBatcherAbi, name: 'Phase1Deployed' }))
/** Deployments of one owner that are looked at. */
const MOST = 64
/** Blocks of one eth_getLogs. */
const SPAN = 9900

/** Reads the index of deployments, which goes back to the first one. Throws Denial legacy_state_unavailable. */
export async function readKnownDeployments(
  { chain, logs, deployments, now }: DeploymentReader,
  { batcher, owner }: { readonly batcher: Address; readonly owner: Address },
): Promise<KnownDeployments> {
  const { chainId, blockTimeMs } = chain.config
  const standing = await stored(() => logs.logIndex.standing(chainId, [DEPLOYMENTS]))
  const isFollowed = standing && (await stored(() => logs.logIndex.follows(chainId, DEPLOYMENTS, batcher)))
  if (!standing || !isFollowed) throw new Denial('legacy_state_unavailable')
  const query = { chain: standing.chain, batcher, owner, toBlock: standing.block, limit: MOST + 1 }
  const found = deploymentsIn(await deployments.of(query), owner)
  const fromBlock = quantity(standing.block)
  const sinceLook = Math.max(0, now() - 1000 * standing.checkedAt) / Math.max(1, blockTimeMs)
  const isNear = standing.headNumber + sinceLook - standing.block < SPAN
  const gap = { address: batcher, topics: [phase1(), null, pad(lower(owner))], fromBlock, toBlock: 'latest' }
  return {
    deployments: found.slice(0, MOST),
    isCut: found.length > MOST,
    standing,
    calls: [
      { method: 'eth_getBlockByNumber', params: [fromBlock, false] },
      ...(isNear ? [{ method: 'eth_getLogs', params: [gap] }] : []),
    ],
  }
}

/**
 * The deployments of an owner that the index has not seen, from the replies to its calls; null if that is not known.
 *
 * Throws Denial legacy_state_unavailable if the node has another block than the index.
 */
export function readGap(
  { standing }: KnownDeployments,
  [block, gap]: readonly RpcReply[],
  owner: Address,
): readonly Deployment[] | null {
  try {
    if (!block || decodeBlock(block)?.hash !== standing.hash) throw new Denial('legacy_state_unavailable')
    return gap && 'result' in gap ? deploymentsIn(decodeLogs(gap.result), owner) : null
  } catch {
    throw new Denial('legacy_state_unavailable')
  }
}

/** Contracts that the deployment batcher deployed together. */
export interface Deployment {
  readonly creatorToken: Address
  readonly vault: Address
  readonly wrapper: Address
  readonly shareToken: Address
}

/** The deployments for an owner that some logs report. */
const deploymentsIn = (logs: readonly DeploymentLog[], owner: Address): Deployment[] =>
  logs.flatMap((log) => {
    const event = decodeEvent(deploymentBatcherAbi, log)
    if (!event || !isAddressEqual(event.args.owner, owner)) return []
    const { creatorToken, vault, wrapper, shareOFT: shareToken } = event.args
    return [{ creatorToken, vault, wrapper, shareToken }]
  })
