import type * as z from 'zod'
import type { WalletLock } from '../../../schema/context/walletParts.ts'
import { type Escrow, escrowOf } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { floorToWeek, WEEK } from '../../../shared/domain/vetoken/weekFlooring.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'
import { NotRead } from '../NotRead.ts'
import { between, offer, type WalletAction } from './action.ts'
import { isDemo, type Found } from './Found.ts'

/** Maximum duration that builders accept, in seconds (VetokenLockRequest). */
const LONGEST = 126_144_000n
/** Time allowed between an answer and the call that follows from it, in seconds. */
const DAY = 86_400n

interface LockPart {
  readonly lock: z.output<typeof WalletLock>
  readonly actions: readonly WalletAction[]
}

/** The wallet's lock, and what can be done with it. Throws role_not_configured. */
export function lockPart(found: Found): LockPart {
  const { reads, asOf, config } = found
  const { veToken } = config.contracts
  if (!veToken || !reads.escrow) throw new NotRead('role_not_configured')
  const escrow = escrowOf(veToken, reads.escrow, asOf.timestamp)
  const { lock, token, now } = escrow
  const symbol = plainTextOrNull(token.symbol, 64)
  return {
    lock: {
      veToken,
      amount: String(lock.amount),
      token: token.address,
      symbol,
      decimals: token.decimals,
      end: Number(lock.end),
      ended: lock.amount > 0n && lock.end <= now,
    },
    actions: lock.amount === 0n ? newLock(found, escrow) : [...moreTokens(found, escrow), ...ends(found, escrow)],
  }
}

function newLock(found: Found, escrow: Escrow): WalletAction[] {
  const { balance, token, minDuration, maxDuration } = escrow
  if (!balance || isDemo(found, token.address, escrow.vaultOfToken)) return []
  // Rounded down to a week, the end must still be the shortest duration away whenever the call is mined.
  const shortest = (minDuration ?? WEEK) + WEEK
  const longest = maxDuration !== null && maxDuration < LONGEST ? maxDuration : LONGEST
  if (shortest > longest) return []
  return [
    offer('buildVetokenLock', {
      why: `The wallet has no lock and holds ${tokenText(balance, token)}.`,
      body: { from: found.wallet, token: token.address },
      bounds: {
        amount: between('baseUnits', 1n, balance, token),
        durationSec: between('seconds', shortest, longest),
      },
    }),
  ]
}

function moreTokens(found: Found, escrow: Escrow): WalletAction[] {
  const { balance, token, lock, now } = escrow
  if (!balance || lock.end <= now || isDemo(found, token.address, escrow.vaultOfToken)) return []
  return [
    offer('buildVetokenIncrease', {
      why: `The lock runs until ${timeText(lock.end)} and the wallet holds ${tokenText(balance, token)}.`,
      body: { from: found.wallet },
      bounds: { amount: between('baseUnits', 1n, balance, token) },
    }),
  ]
}

/** A later end, and the withdrawal after the present one. */
function ends({ wallet }: Found, { lock, token, now, minDuration, maxDuration }: Escrow): WalletAction[] {
  const ended = lock.end <= now
  const later = floorToWeek(lock.end) + WEEK
  const nearest = floorToWeek(now + (minDuration ?? WEEK) + DAY + WEEK - 1n)
  const latest = maxDuration === null ? null : floorToWeek(now + maxDuration)
  const first = later > nearest ? later : nearest
  return [
    ...(latest !== null && latest >= first
      ? [
          offer('buildVetokenExtend', {
            why: `The lock ${ended ? 'ended' : 'ends'} at ${timeText(lock.end)} and can last until ${timeText(latest)}.`,
            body: { from: wallet },
            bounds: { newEnd: between('unixSeconds', first, latest) },
          }),
        ]
      : []),
    offer('buildVetokenUnlock', {
      why: `${tokenText(lock.amount, token)} ${ended ? 'were' : 'are'} locked until ${timeText(lock.end)}.`,
      body: { from: wallet },
      waits: [ended ? null : { code: 'lock_not_expired', until: lock.end }],
    }),
  ]
}
