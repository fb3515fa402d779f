import { isAddressEqual, type Address } from 'viem'
import { type Issue, ISSUES } from '../../../schema/issues.ts'
import { insufficientBalance } from '../../../shared/domain/token/insufficientBalance.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { nextBlock, type VaultRead } from './readVault.ts'

type Code = Issue['code']

/** Reverts by which a vault refuses an amount, whatever the reason, by their names. */
const refusals = (code: Code, names: readonly string[]): Readonly<Record<string, Issue>> =>
  Object.fromEntries(
    names.map((reverts) => [reverts, { code, message: `${ISSUES[code]}; the vault reverts with ${reverts}`, reverts }]),
  )

/** Refusals of deposits that the reads cannot predict. */
export const DEPOSIT_REFUSALS = refusals('deposit_limit_exceeded', [
  'InvalidAmount',
  'CcaAuctionDepositBlocked',
  'FirstDepositTooSmall',
  'StrategyValuationNotReady',
  'TrustedPpsDeviationExceeded',
  'PriceChangeExceedsLimit',
  'ERC4626ExceededMaxDeposit',
])

/** Refusals of withdrawals that the reads cannot predict. */
export const EXIT_REFUSALS = refusals('withdrawal_limit_exceeded', [
  'InsufficientBalance',
  'ERC4626ExceededMaxWithdraw',
  'ERC4626ExceededMaxRedeem',
])

interface Details {
  readonly message: string
  readonly [name: string]: string
}

/** An issue that holds or not; null is unread, and no issue. */
const when = (holds: boolean | null, code: Code, reverts: string, details?: () => Details): Issue[] =>
  holds === true ? [{ code, message: ISSUES[code], reverts, ...details?.() }] : []

const paused = (vault: VaultRead) => when(vault.paused, 'vault_paused', 'Paused')

const notNormal = ({ vaultMode }: VaultRead) =>
  when(vaultMode !== null && vaultMode !== 0, 'vault_not_normal', 'VaultNotNormal')

/** `result` is null if the preview failed. */
const roundsToZero = (result: bigint | null, reverts: string) => when(result === 0n, 'result_rounds_to_zero', reverts)

/** A way out that opens at a block; null where none of this is read. */
export function tooSoon(
  at: Pick<VaultRead, 'asOf'>,
  last: bigint | null,
  delay: bigint | null,
  reverts = 'WithdrawTooSoon',
): Issue[] {
  if (last === null || delay === null) return []
  const first = last + delay
  return when(nextBlock(at) < first, 'withdrawal_too_soon', reverts, () => ({
    message: `the call succeeds from block ${first} on, ${delay} blocks after the deposit or wrap in block ${last}`,
    block: String(first),
  }))
}

interface Amounts {
  /** Each null if the preview failed, or it was not read. */
  readonly assets: bigint | null
  readonly shares: bigint | null
}

/** A deposit; `most` is the largest that the vault accepts, null if it was not read. */
export function depositIssues(vault: VaultRead, { assets, shares, most }: Amounts & { most: bigint | null }): Issue[] {
  const closed = [
    ...paused(vault),
    ...when(vault.isShutdown, 'vault_shut_down', 'VaultIsShutdown'),
    ...when(vault.whitelistEnabled && vault.isListed === false, 'not_whitelisted', 'Unauthorized'),
    ...notNormal(vault),
  ]
  return [
    ...closed,
    ...(assets === null || most === null || closed.length > 0
      ? []
      : when(assets > most, 'deposit_limit_exceeded', 'InvalidAmount', () => ({
          message: `amount: must be at most ${tokenText(most, vault.asset)}, which the vault accepts at this block`,
        }))),
    ...(assets === null ? [] : insufficientBalance(assets, vault.coins, vault.asset)),
    ...roundsToZero(shares, 'ZeroShares'),
  ]
}

interface Exit extends Amounts {
  readonly from: Address
  readonly owner: Address
  readonly isAboveMost: boolean
}

/** A withdrawal or redemption of an owner's shares. */
export function exitIssues(vault: VaultRead, { from, owner, assets, shares, isAboveMost }: Exit): Issue[] {
  const { largeWithdrawalThreshold: threshold, ownerAllowance, asset, share } = vault
  const isOwn = isAddressEqual(owner, from)
  const others = [
    ...notNormal(vault),
    ...paused(vault),
    ...tooSoon(vault, vault.lastDepositBlock, vault.withdrawDelayBlocks),
    ...(shares === null ? [] : insufficientBalance(shares, vault.shares, share, isOwn ? undefined : 'the owner')),
    ...(isOwn || shares === null || ownerAllowance === null
      ? []
      : when(ownerAllowance < shares, 'owner_allowance_too_low', 'ERC20InsufficientAllowance', () => ({
          message: `owner: ${owner} has approved the sender for ${tokenText(ownerAllowance, share)}, but the call takes ${tokenText(shares, share)}`,
        }))),
    ...(assets === null || threshold === null
      ? []
      : when(assets >= threshold, 'withdrawal_must_be_queued', 'LargeWithdrawalMustBeQueued', () => ({
          message: `the vault pays ${tokenText(threshold, asset)} or more only through its queue; use buildVaultQueueWithdrawal`,
        }))),
    ...roundsToZero(assets, 'ZeroAmount'),
  ]
  return [
    ...others,
    ...when(isAboveMost && others.length === 0, 'withdrawal_limit_exceeded', 'InsufficientBalance', () => ({
      message: 'amount: is above `maxAmount`, the most that the vault pays out at once at this block',
    })),
  ]
}

/** The queued withdrawal of an account; without shares if it has none. */
export interface Queued {
  readonly shares: bigint
  readonly unlockBlock: bigint
  readonly receiver: Address
}

/** A vault without a queue. */
export const noQueue = (vault: VaultRead, queued: Queued | null): Issue[] =>
  queued
    ? []
    : [
        {
          code: 'function_not_in_contract',
          message: `${vault.address} does not answer queuedWithdrawals(address), so this vault has no withdrawal queue; use buildVaultRedeem`,
        },
      ]

/** A withdrawal that goes into the queue. */
export function queueIssues(
  vault: VaultRead,
  { assets, shares, queued, receiver }: Amounts & { queued: Queued | null; receiver: Address },
): Issue[] {
  const { largeWithdrawalThreshold: threshold } = vault
  return [
    ...noQueue(vault, queued),
    ...tooSoon(vault, vault.lastDepositBlock, vault.withdrawDelayBlocks),
    ...(assets === null || threshold === null
      ? []
      : when(assets < threshold, 'withdrawal_too_small', 'InvalidAmount', () => ({
          message: `the queue takes withdrawals of ${tokenText(threshold, vault.asset)} or more; this one is ${tokenText(assets, vault.asset)}`,
        }))),
    ...(shares === null ? [] : insufficientBalance(shares, vault.shares, vault.share)),
    ...(queued && queued.shares > 0n
      ? when(
          !isAddressEqual(queued.receiver, receiver),
          'queue_receiver_differs',
          'QueuedWithdrawalReceiverMismatch',
          () => ({
            message: `receiver: the queued withdrawal of the sender is for ${queued.receiver}; name the same, or claim it first`,
            receiver: queued.receiver,
          }),
        )
      : []),
  ]
}

/** The claim of what is in the queue. */
export const claimIssues = (vault: VaultRead, queued: Queued | null): Issue[] => [
  ...noQueue(vault, queued),
  ...notNormal(vault),
  ...when(queued?.shares === 0n, 'no_queued_withdrawal', 'NoQueuedWithdrawal'),
  ...when(
    queued !== null && queued.shares > 0n && nextBlock(vault) < queued.unlockBlock,
    'withdrawal_not_unlocked',
    'WithdrawalNotUnlocked',
    () => ({
      message: `the queued withdrawal can be claimed from block ${queued?.unlockBlock} on`,
      block: String(queued?.unlockBlock),
    }),
  ),
]

/** A wrap of vault shares for `amountOut` share tokens. */
export const wrapIssues = (vault: VaultRead, shares: bigint, amountOut: bigint | null): Issue[] => [
  ...insufficientBalance(shares, vault.shares, vault.share),
  ...roundsToZero(amountOut, 'AmountTooSmallToNormalize'),
]
