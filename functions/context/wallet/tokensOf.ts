import type * as z from 'zod'
import { isAddressEqual, zeroAddress, type Address } from 'viem'
import type { WalletToken } from '../../../schema/context/walletParts.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import type { WalletAuction } from './auctionsOf.ts'
import type { Found } from './Found.ts'
import type { PoolReads, WalletLane } from './walletCalls.ts'

type Token = z.output<typeof WalletToken>
type Allowance = Token['allowances'][number]

interface Held {
  readonly token: Address | null
  readonly kind: Token['kind']
  readonly vault: Address | null
  readonly symbol: string | null
  readonly decimals: number | null
  /** Null if the token does not answer. */
  readonly amount: bigint | null
}

/** The wallet's balances, each token once, with its allowances; `isWhole`: every token answered. */
export function tokensOf(found: Found, auctions: readonly WalletAuction[]): { tokens: Token[]; isWhole: boolean } {
  const { native, dollars, lanes } = found.reads
  const held: Held[] = [
    { token: zeroAddress, kind: 'native', vault: null, symbol: 'ETH', decimals: 18, amount: native },
    ...(dollars
      ? [{ ...dollars, token: dollars.address, kind: 'dollars', vault: null, amount: dollars.balance } as const]
      : []),
    ...(lanes ?? []).flatMap(heldIn),
    ...auctions.map(({ currency, money, balance }) => ({
      ...money.currency,
      token: currency,
      kind: 'auctionCurrency' as const,
      vault: null,
      amount: balance,
    })),
  ]
  const allowed = allowancesOf(found, auctions)
  const tokens = new Map<Address, Token>()
  for (const { token, kind, vault, symbol, decimals, amount } of held) {
    if (token === null || tokens.has(token) || amount === null) continue
    const allowances = allowed.flatMap(({ of, ...allowance }) => (isAddressEqual(of, token) ? [allowance] : []))
    if (amount === 0n && allowances.length === 0 && kind !== 'native') continue
    tokens.set(token, {
      token,
      kind,
      vault,
      symbol: plainTextOrNull(symbol, 64),
      decimals,
      amount: String(amount),
      allowances,
    })
  }
  const isWhole = held.every(({ token, amount }) => token === null || amount !== null)
  return { tokens: [...tokens.values()], isWhole }
}

function heldIn(lane: WalletLane): Held[] {
  const vault = knownAddress(lane.vault)
  const of = (
    kind: Token['kind'],
    token: Address | null,
    symbol: string | null,
    rest: Pick<Held, 'decimals' | 'amount'>,
  ) => ({
    kind,
    token: knownAddress(token),
    vault,
    symbol,
    ...rest,
  })
  return [
    of('creatorCoin', lane.coin, lane.coinSymbol, { decimals: lane.coinDecimals, amount: lane.coins }),
    of('vaultShares', vault, lane.symbol, { decimals: lane.decimals, amount: lane.vaultShares }),
    of('shareToken', lane.shareToken, lane.shareSymbol, { decimals: lane.shareDecimals, amount: lane.shares }),
  ]
}

type Allowed = Allowance & { readonly of: Address }

/** Allowances that are not zero, each once. */
function allowancesOf({ reads, config }: Found, auctions: readonly WalletAuction[]): Allowed[] {
  const { veToken, permit2 } = config.contracts
  const allowed = (
    of: Address | null,
    role: Allowance['role'],
    spender: Address | null | undefined,
    amount: bigint | null,
  ) => (of && spender && amount ? [{ of, role, spender, amount: String(amount) }] : [])
  const ofPool = (pool: PoolReads | null) =>
    [pool?.quote, pool?.collateral].flatMap((token) =>
      allowed(token?.address ?? null, 'lendpool', pool?.address, token?.allowance ?? null),
    )
  const all = [
    ...allowed(reads.escrow?.lockToken ?? null, 'veToken', veToken, reads.escrow?.allowance ?? null),
    ...[reads.pool, ...(reads.lanes ?? []).map(({ pool }) => pool)].flatMap(ofPool),
    ...auctions.flatMap(({ address, currency, terms }) => [
      ...allowed(currency, 'permit2', permit2, terms.toPermit2),
      ...allowed(currency, 'auction', address, terms.permitted && terms.permitted[0]),
    ]),
  ]
  return [...new Map(all.map((one) => [`${one.of} ${one.spender}`, one])).values()]
}
