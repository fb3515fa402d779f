import type * as z from 'zod'
import type { build } from '../../../schema/build/index.ts'
import type { Action, WaitCode } from '../../../schema/context/actions.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

type Builders = typeof build

/** The builders that are offered, by their paths. */
const PATHS = {
  buildAuctionClaimTokens: '/v1/build/auction/claimTokens',
  buildAuctionExitBid: '/v1/build/auction/exitBid',
  buildAuctionSubmitBid: '/v1/build/auction/submitBid',
  buildGaugeResetVotes: '/v1/build/gauge/resetVotes',
  buildGaugeVote: '/v1/build/gauge/vote',
  buildLendpoolAddCollateral: '/v1/build/lendpool/addCollateral',
  buildLendpoolRemoveCollateral: '/v1/build/lendpool/removeCollateral',
  buildLendpoolRepay: '/v1/build/lendpool/repay',
  buildLendpoolSetIdleBufferBps: '/v1/build/lendpool/setIdleBufferBps',
  buildLendpoolSetMinBucketIndex: '/v1/build/lendpool/setMinBucketIndex',
  buildLpSetActive: '/v1/build/lpstrat/setActive',
  buildVaultClaimQueuedWithdrawal: '/v1/build/vault/claimQueuedWithdrawal',
  buildVaultDeposit: '/v1/build/vault/deposit',
  buildVaultQueueWithdrawal: '/v1/build/vault/queueWithdrawal',
  buildVaultRedeem: '/v1/build/vault/redeem',
  buildVaultUnwrap: '/v1/build/vault/unwrap',
  buildVaultWithdraw: '/v1/build/vault/withdraw',
  buildVaultWrap: '/v1/build/vault/wrap',
  buildVetokenExtend: '/v1/build/vetoken/extend',
  buildVetokenIncrease: '/v1/build/vetoken/increase',
  buildVetokenLock: '/v1/build/vetoken/lock',
  buildVetokenUnlock: '/v1/build/vetoken/unlock',
} as const satisfies { readonly [K in keyof Builders]?: Builders[K]['path'] }

type Offered = keyof typeof PATHS
type BodyOf<K extends Offered> = z.input<Builders[K]['request']['body']['content']['application/json']['schema']>

export type WalletAction = z.output<typeof Action>
export type Bound = WalletAction['bounds'][string]

/** Reason why an action has to wait; times in unix seconds. */
export interface Wait {
  readonly code: WaitCode
  readonly until?: bigint | number | null
  readonly untilBlock?: bigint | null
}

interface Offer<K extends Offered> {
  readonly why: string
  readonly body: Partial<BodyOf<K>>
  /** Bounds of fields; the body gets the least value of each. */
  readonly bounds?: { readonly [F in keyof BodyOf<K>]?: Bound }
  /** The first of them that is not null decides. */
  readonly waits?: readonly (Wait | null)[]
}

/** An action of a wallet: a builder, and a body that is ready for it. */
export function offer<K extends Offered>(
  operationId: K,
  { why, body, bounds = {}, waits = [] }: Offer<K>,
): WalletAction {
  const wait = waits.find((one) => one !== null)
  const bounded = Object.entries<Bound | undefined>(bounds).flatMap(([field, bound]) =>
    bound ? [[field, bound] as const] : [],
  )
  return {
    operationId,
    path: PATHS[operationId],
    possible: !wait,
    why,
    waitsFor: wait
      ? {
          code: wait.code,
          until: wait.until ? Number(wait.until) : null,
          untilBlock: wait.untilBlock ? String(wait.untilBlock) : null,
        }
      : null,
    body: { ...body, ...Object.fromEntries(bounded.map(([field, { min }]) => [field, min])) },
    bounds: Object.fromEntries(bounded),
  }
}

/** Bounds of a field; null leaves the most open. */
export const between = (
  unit: Bound['unit'],
  min: bigint,
  max: bigint | 'max' | null,
  token: TokenLabel | null = null,
): Bound => ({
  min: String(min),
  max: max === null ? null : String(max),
  unit,
  token: token && {
    address: token.address,
    symbol: plainTextOrNull(token.symbol, 64),
    decimals: token.decimals,
  },
  price: null,
})
