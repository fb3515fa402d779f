import { type Address, isAddressEqual, isHex } from 'viem'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { ofChain } from '../../../../shared/chain/rpc.ts'
import { keyTokenAbi } from '../../../../shared/domain/lottery/keyTokenAbi.ts'
import { log } from '../../../../shared/log/log.ts'
import { createPortfolioReader } from '../../../../shared/provider/portfolio/createPortfolioReader.ts'
import type { ReadWallet } from '../../../../shared/provider/portfolio/Portfolio.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { IntelligenceEnv } from '../intelligenceEnv.ts'
import type { EntityLabel, RoomKeys } from '../parts.ts'
import type { FirstFunder, IntelligencePorts, IsContract, LabelOf } from '../ports.ts'
import { createBasenameReader } from './createBasenameReader.ts'
import { createEnsReader } from './createEnsReader.ts'
import { createExplorer, type Explorer } from './createExplorer.ts'
import { createLabelApi } from './createLabelApi.ts'
import { createSocialReader } from './createSocialReader.ts'
import { createTransfers, type Transfers } from './createTransfers.ts'
import { KNOWN_ENTITIES } from './knownEntities.ts'
import { isContractCode } from './openNode.ts'

/** The providers that an environment names. Code and keys are read from the node of the served chain, if it has one. */
export function createIntelligencePorts(env: IntelligenceEnv, chain: Chain): IntelligencePorts {
  const explorer = env.EXPLORER_KEY === undefined ? undefined : createExplorer(env.EXPLORER_API_URL, env.EXPLORER_KEY)
  const nodes = env.TRANSFERS_RPC_URLS ?? new Map<number, string>()
  const transfers = new Map([...nodes].map(([id, url]) => [id, createTransfers(url, id)] as const))
  const labelApi = env.LABELS_KEY === undefined ? undefined : createLabelApi(env.LABELS_API_URL, env.LABELS_KEY)
  const tiers = [explorer?.nameTag, knownLabelTier, labelApi].filter((tier) => tier !== undefined)
  return {
    firstFunder: (chainId) => firstFunderOf(explorer, transfers.get(chainId)),
    isContract: contractCheck(chain, transfers),
    knownLabel,
    askLabel: tiers.length > 1 ? askInTurn(tiers) : undefined,
    portfolio:
      env.PORTFOLIO_KEY === undefined ? undefined : createPortfolioReader(env.PORTFOLIO_API_URL, env.PORTFOLIO_KEY),
    ens: env.ENS_RPC_URL ? createEnsReader(env.ENS_RPC_URL) : undefined,
    basename: env.BASENAME_RPC_URL ? createBasenameReader(env.BASENAME_RPC_URL) : undefined,
    social: env.SOCIAL_GRAPH_URL ? createSocialReader(env.SOCIAL_GRAPH_URL, env.SOCIAL_GRAPH_KEY) : undefined,
    keys: createKeysReader(chain),
  }
}

const byAddress = Map.groupBy(
  KNOWN_ENTITIES.flatMap((entity) =>
    entity.addresses.map((address) => ({ ...entity, address: address.toLowerCase() })),
  ),
  ({ address }) => address,
)

function knownLabel(address: Address, chainId: number): EntityLabel | null {
  const found = byAddress
    .get(address.toLowerCase())
    ?.find(({ chainIds }) => chainIds === undefined || chainIds.includes(chainId))
  return found ? { name: found.name, category: found.category, source: 'built-in' } : null
}
const knownLabelTier: Tier = async (address, chainId) => knownLabel(address, chainId)

type Tier = (address: Address, chainId: number, signal: AbortSignal) => Promise<EntityLabel | null>

/** The label of the first tier that knows the address. Partial if an earlier tier failed: it may have known more. */
const askInTurn =
  (tiers: readonly Tier[]): LabelOf =>
  async (address, chainId, signal) => {
    let failures = 0
    for (const tier of tiers) {
      try {
        const value = await tier(address, chainId, signal)
        if (value !== null) return { value, isPartial: failures > 0 }
      } catch (error) {
        report('labels', error)
        failures++
      }
    }
    // The built-in list is one of them, and never fails.
    return { value: null, isPartial: failures > 0, isUnread: failures === tiers.length - 1 }
  }

/** The explorer, and when it fails the node. */
function firstFunderOf(explorer: Explorer | undefined, transfers: Transfers | undefined): FirstFunder | undefined {
  if (!explorer || !transfers) return (explorer ?? transfers)?.firstFunder
  return async (address, chainId, signal) => {
    try {
      return await explorer.firstFunder(address, chainId, signal)
    } catch (error) {
      if (signal.aborted) throw error
      report('funderTrace', error)
      return transfers.firstFunder(address, chainId, signal)
    }
  }
}

const contractCheck =
  (chain: Chain, transfers: ReadonlyMap<number, Transfers>): IsContract =>
  async (address, chainId, signal) => {
    try {
      const node = transfers.get(chainId)
      if (node) return isContractCode(await node.code(address, signal))
      if (chainId !== chain.config.chainId || chain.rpc.nodes === 0) return null
      const calls = [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getCode', params: [address, 'latest'] },
      ]
      const [, reply] = await chain.rpc.send(calls, { judge: ofChain(chainId) })
      return reply && 'result' in reply && isHex(reply.result) ? isContractCode(reply.result) : null
    } catch (error) {
      report('code', error)
      return null
    }
  }

function report(source: string, error: unknown): void {
  const reason = error instanceof ProviderFailure ? error.message : error instanceof Error ? error.name : 'unknown'
  log('warn', 'intelligence_source_failed', { source, reason })
}

/** Rooms that are looked at: the first ones. */
const ROOMS = 48

/**
 * Keys of rooms that a wallet holds, and rooms whose creator it is, on the chain that is served; undefined where it has no
 * key token or no node. One upstream request. Partial if there may be more rooms.
 */
function createKeysReader(chain: Chain): ReadWallet<RoomKeys> | undefined {
  const { keyToken } = chain.config.contracts
  if (keyToken === undefined || chain.rpc.nodes === 0) return undefined
  return async (account) => {
    const { value } = await chain.read(({ at }) => {
      const keys = at(keyToken, keyTokenAbi)
      const room = (_: unknown, id: number) => ({
        balance: keys('balanceOf', [account, BigInt(id)]),
        creator: keys('creatorByTokenId', [BigInt(id)]),
      })
      return { rooms: Object.fromEntries(Array.from({ length: ROOMS }, room).map((one, id) => [String(id), one])) }
    })
    const rooms = Object.entries(value.rooms)
    const last = rooms.at(-1)?.[1]
    return {
      value: {
        keyToken,
        held: rooms.flatMap(([tokenId, { balance }]) =>
          balance !== null && balance > 0n ? [{ tokenId, balance: String(balance) }] : [],
        ),
        created: rooms.flatMap(([tokenId, { creator }]) =>
          creator !== null && isAddressEqual(creator, account) ? [tokenId] : [],
        ),
      },
      isPartial: last?.creator != null && BigInt(last.creator) !== 0n,
    }
  }
}
