import type * as z from 'zod'
import { isAddressEqual, type Address } from 'viem'
import type { Candidate as Schema } from '../../../schema/context/resolve.ts'
import type { LaneNames } from '../../../shared/domain/vault/laneCalls.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { skeleton } from '../../../shared/text/skeleton.ts'
import { nextCall } from './nextCalls.ts'

type Shown = z.output<typeof Schema>
export type Lookalike = Shown['lookalikes'][number]
/** A meaning of a query, before it is compared with the others. */
export type Candidate = Omit<Shown, 'lookalikes'>

/** Fields that most candidates lack. */
export const NOTHING = { agentId: null, role: null, vault: null, active: null, state: null, endBlock: null } as const

/** The longest name and symbol of a contract that is repeated. */
const [NAME_LIMIT, SYMBOL_LIMIT] = [128, 64]

export const named = (symbol: string | null, name: string | null) => ({
  symbol: plainTextOrNull(symbol, SYMBOL_LIMIT),
  name: plainTextOrNull(name, NAME_LIMIT),
})

/** The parts of a lane, each as it is called. */
export function partsOf({ coin, vault, shareToken, ...lane }: LaneNames) {
  const all = { vault, active: lane.active }
  return [
    { kind: 'creatorCoin' as const, address: coin, ...named(lane.coinSymbol, lane.coinName), ...all },
    { kind: 'vault' as const, address: vault, ...named(lane.symbol, lane.name), ...all },
    ...(shareToken
      ? [{ kind: 'shareToken' as const, address: shareToken, ...named(lane.shareSymbol, lane.shareName), ...all }]
      : []),
  ]
}
export type LanePart = ReturnType<typeof partsOf>[number]

const SAYS = {
  creatorCoin: 'getVaultForToken(address)',
  vault: 'getTokenForVault(address)',
  shareToken: 'getTokenForShareOFT(address)',
} as const

/** A part of a lane that the registry knows. */
export const laneCandidate = (
  { chainId, registry }: { readonly chainId: number; readonly registry: Address },
  part: LanePart,
  coin: Address,
  match: Candidate['match'],
): Candidate => ({
  ...NOTHING,
  ...part,
  chainId,
  match,
  proof: { source: 'registry', by: registry, call: SAYS[part.kind] },
  next: [
    ...(part.kind === 'creatorCoin' ? [nextCall('getLotteryCreator', coin)] : []),
    ...(part.kind === 'shareToken' ? [nextCall('getTokenMetadata', part.address)] : []),
    nextCall('getVaultReport', part.vault),
    nextCall('getVaultStrategies', part.vault),
  ],
})

/** How a text leads to something with a symbol and a name; null if it does not. */
export function matchOf(text: string, { symbol, name }: Pick<Candidate, 'symbol' | 'name'>): 'exact' | 'folded' | null {
  const names = [symbol, name].filter((one) => one !== null)
  if (names.some((one) => one.toLowerCase() === text.toLowerCase())) return 'exact'
  const shape = skeleton(text)
  return shape !== '' && names.some((one) => skeleton(one) === shape) ? 'folded' : null
}

/** Whether two things of different lanes can be mistaken for each other by a symbol or name. */
export function looksLike(one: Lookalike & { readonly vault?: Address | null }, other: typeof one): boolean {
  if (one.vault && other.vault && isAddressEqual(one.vault, other.vault)) return false
  if (one.address && other.address && isAddressEqual(one.address, other.address)) return false
  const shapes = shapesOf(other)
  return shapesOf(one).some((shape) => shapes.includes(shape))
}

export const shapesOf = ({ symbol, name }: Pick<Lookalike, 'symbol' | 'name'>): string[] => [
  ...new Set([symbol, name].map((text) => skeleton(text ?? '')).filter((shape) => shape !== '')),
]

export const asLookalike = ({ kind, address, symbol, name, active }: Lookalike): Lookalike => ({
  kind,
  address,
  symbol,
  name,
  active,
})
