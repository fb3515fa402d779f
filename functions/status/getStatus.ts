import type { DeploymentStatus, PartName, status } from '../../schema/status/index.ts'
import { PROVIDER_NAMES, type ProviderName } from '../../schema/providers.ts'
import type { BoardView, ChainHealth, Sample, Shown, Standing } from '../../shared/durable/statusBoard.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context, Handler, WaitUntil } from '../../shared/http/handler.ts'
import type { FamilyHealth } from '../../shared/deployment/health.ts'
import { historyOf } from './historyOf.ts'

/** Reads of a status request; all are kept for a while. */
export interface StatusContext extends Context {
  readonly board: (waitUntil: WaitUntil) => Promise<BoardView | null>
  readonly samples: (waitUntil: WaitUntil) => Promise<readonly Sample[] | null>
  readonly families: (waitUntil: WaitUntil) => Promise<readonly FamilyHealth[]>
}

/**
 * How the deployment is, as core's status board shows it; which providers are configured, the families say. Throws
 * requirement_not_met if a part that `require` names does not work, or the index is behind by more than `maxLagBlocks`.
 */
export const getStatus: Handler<typeof status.getStatus, StatusContext> = async ({ query, waitUntil }, context) => {
  const [board, families, samples] = await Promise.all([
    context.board(waitUntil),
    context.families(waitUntil),
    query.history === undefined ? undefined : context.samples(waitUntil),
  ])
  const found = { ...partsOf(board), providers: PROVIDER_NAMES.map((name) => providerOf(name, board, families)) }
  const unmet = faultsOf(found, query.require ?? [], query.maxLagBlocks)
  if (unmet.length > 0) throw new ApiError('requirement_not_met', unmet.join('; '))
  const history = samples === undefined ? {} : { history: samples && historyOf(samples, found, Date.now()) }
  return { data: { status: overall(found), ...found, ...history } }
}

type Found = Omit<DeploymentStatus, 'status' | 'history'>

const UNKNOWN = { state: 'unknown', since: null, latencyMs: null } as const
const ABSENT = { state: 'not_configured', since: null, latencyMs: null } as const
const NO_BLOCK = { blockNumber: null, timestamp: null, ageSeconds: null, error: null, nodes: [] }
const NO_INDEX = { blockNumber: null, lagBlocks: null, checkedAt: null }

function partsOf(board: BoardView | null): Omit<Found, 'providers'> {
  if (!board)
    return {
      chainId: null,
      checkedAt: null,
      rpc: { ...UNKNOWN, ...NO_BLOCK },
      index: { state: 'unknown', since: null, ...NO_INDEX },
      limiter: { ...UNKNOWN, lastCallAt: null },
      store: UNKNOWN,
    }
  const { at, chain, rpc, index } = board
  return {
    chainId: chain.chainId,
    checkedAt: iso(at),
    rpc: rpc ? { ...standing(rpc), ...headOf(chain), nodes: [...rpc.nodes] } : { ...ABSENT, ...NO_BLOCK },
    index: index
      ? {
          state: index.state,
          since: iso(index.since),
          blockNumber: index.blockNumber,
          lagBlocks: index.lagBlocks,
          checkedAt: iso(index.checkedAt),
        }
      : { state: 'not_configured', since: null, ...NO_INDEX },
    limiter: shown(board.limiter),
    store: standing(board.store),
  }
}

function headOf(chain: ChainHealth) {
  if (!chain.reachable) return { ...NO_BLOCK, error: chain.error }
  const { blockNumber, timestamp, ageSeconds } = chain
  return { blockNumber, timestamp, ageSeconds, error: null }
}

/** A provider is configured if any family says so, and is not if all answer and none does. */
function providerOf(
  name: ProviderName,
  board: BoardView | null,
  families: readonly FamilyHealth[],
): Found['providers'][number] {
  const configured = families.flatMap(({ health }) => health?.data?.providers?.[name] ?? [])
  if (configured.includes(true)) return { name, ...shown(board?.providers[name]) }
  const isKnown = configured.length > 0 || families.every(({ health }) => health)
  return { name, ...(isKnown ? ABSENT : UNKNOWN), lastCallAt: null }
}

/** The requirements that are not met, in words. */
function faultsOf(found: Found, names: readonly PartName[], most: number | undefined): string[] {
  const { providers, index } = found
  const stateOf = (name: PartName) =>
    name === 'rpc' || name === 'index' || name === 'limiter' || name === 'store'
      ? found[name].state
      : (providers.find((provider) => provider.name === name)?.state ?? 'unknown')
  const faults = [...new Set(names)].flatMap((name) => {
    const state = stateOf(name)
    return state === 'ok' || state === 'degraded' ? [] : [`${name} is ${state}`]
  })
  if (most === undefined || (index.lagBlocks !== null && index.lagBlocks <= most)) return faults
  const lag =
    index.lagBlocks === null ? 'the lag of the index is not known' : `the index is ${index.lagBlocks} blocks behind`
  return [...faults, `${lag}, and maxLagBlocks is ${most}`]
}

function overall({ rpc, index, limiter, store }: Found): DeploymentStatus['status'] {
  if (rpc.state === 'down' || store.state === 'down') return 'down'
  return [rpc, index, limiter, store].every(({ state }) => state === 'ok') ? 'ok' : 'degraded'
}

const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(1000 * seconds).toISOString()

const standing = ({ state, since, latencyMs }: Standing) => ({ state, since: iso(since), latencyMs })

const shown = (part: Shown | undefined) =>
  part ? { ...standing(part), lastCallAt: iso(part.lastCallAt) } : { ...UNKNOWN, lastCallAt: null }
