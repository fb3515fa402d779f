import { MOST_DECODED } from '../../../schema/build/status.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import type { NodeLog } from '../../../shared/chain/decodeReply.ts'
import { describeCall, findFunction, type Found, type Labels } from './describeCalls.ts'
import { describeEvent } from './describeEvents.ts'
import type { SentCall } from './Kind.ts'
import { movedTokens, type Moved } from './movedTokens.ts'
import type { SentTransaction } from './readTransaction.ts'
import { callsOfWallet, operationsIn } from './userOperations.ts'

/** The decoded part of a transaction. */
export interface Opened {
  /** Of all its calls, in order, what may need labels to be described. */
  readonly found: readonly (Found | null)[]
  /** Gains and losses of its sender and its smart wallets. */
  readonly moved: readonly Moved[]
  /** The fields of the answer; `labels` by the positions in `found`. */
  readonly describe: (labels: Readonly<Record<string, Labels>>, config: ChainConfig) => ReturnType<typeof describeAll>
}

/** Decodes a transaction: its call, or the calls of a smart wallet, or user operations, and their outcome in its logs. */
export function openTransaction({ from, to, input, value }: SentTransaction, logs: readonly NodeLog[]): Opened {
  const whole = to && { to, data: input, value }
  const bundle = whole && operationsIn(whole, logs)
  const walletCalls = whole && !bundle ? callsOfWallet(input) : null
  const own: readonly SentCall[] = whole && !bundle ? (walletCalls ?? [whole]) : []
  const { operations = [], isCut = false } = bundle ?? {}
  const lists = [own, ...operations.map(({ calls }) => calls)]
  const shown = withinBound(lists)
  const truncated =
    isCut || logs.length > MOST_DECODED.events || shown.some((calls, i) => calls.length < (lists[i]?.length ?? 0))
  const found = shown.flat().map(findFunction)
  const wallets = [...(walletCalls && to ? [to] : []), ...operations.map(({ sender }) => sender)]
  const created = to === null ? [{ to, value }] : []
  return {
    found,
    moved: movedTokens(logs, [...new Set([from, ...wallets])]),
    describe: (labels, config) =>
      describeAll(
        { created, shown, found, operations, logs: logs.slice(0, MOST_DECODED.events), truncated },
        labels,
        config,
      ),
  }
}

/** The lists, cut where all of them together are too long. */
function withinBound(lists: readonly (readonly SentCall[])[]): (readonly SentCall[])[] {
  let left: number = MOST_DECODED.calls
  return lists.map((calls) => {
    const taken = calls.slice(0, left)
    left -= taken.length
    return taken
  })
}

interface Parts {
  readonly created: readonly { readonly to: null; readonly value: bigint }[]
  readonly shown: readonly (readonly SentCall[])[]
  readonly found: readonly (Found | null)[]
  readonly operations: NonNullable<ReturnType<typeof operationsIn>>['operations']
  readonly logs: readonly NodeLog[]
  readonly truncated: boolean
}

function describeAll(
  { created, shown, found, operations, logs, truncated }: Parts,
  labels: Readonly<Record<string, Labels>>,
  config: ChainConfig,
) {
  let position = 0
  const [own = [], ...inner] = shown.map((calls) =>
    calls.map((call) => {
      const at = position++
      return describeCall(call, found[at] ?? null, labels[at] ?? {}, config)
    }),
  )
  return {
    calls: [...own, ...created.map((call) => describeCall(call, null, {}, config))],
    operations: operations.map(({ userOpHash, sender, success, revert }, i) => ({
      userOpHash,
      sender,
      success,
      calls: inner[i] ?? [],
      revert: revert && { ...revert, isReproduced: false },
    })),
    events: logs.flatMap((log) => describeEvent(log, config)),
    truncated,
  }
}
