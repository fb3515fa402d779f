import { zeroAddress, type Address } from 'viem'
import type { Issue } from '../../schema/issues.ts'
import { wordAt } from '../abi/wordAt.ts'
import { ROLES, type ChainConfig } from '../chain/config.ts'
import { configuredAs } from '../domain/provenance/provenance.ts'
import { decimal } from '../text/decimal.ts'
import { plainTextOrNull } from '../text/plainText.ts'
import { timeText } from '../text/wording.ts'
import { MOST_LOGS, type CallOutcome } from './Attempt.ts'
import { viewsOf, type Change, type Effect, type Expected } from './changes.ts'
import type { Simulated } from './createSimulator.ts'
import { clauseOf, expectedText, nameOf, NOUNS, type Wordless } from './effectText.ts'
import { unexpected, unexpectedLog } from './unexpectedLog.ts'

/** The effects, or why there are none, and the issues of those that the request does not explain. */
interface Effects {
  readonly effects: Effect[] | null
  readonly reason: string | null
  readonly issues: readonly Issue[]
  readonly warnings: readonly string[]
}

interface Explained {
  readonly from: Address
  /** The contract that the action calls. */
  readonly to: Address
  readonly changes: readonly Change[]
  readonly payees: readonly Address[] | undefined
}

const unread = (reason: string): Effects => ({ effects: null, reason, issues: [], warnings: [] })

const NO_LOGS =
  'The node reports no logs of simulated calls, so transfers and approvals that `effects` does not list were not searched for.'

/**
 * The effects of a simulation: each change as it was read before and after the calls, held against what the builder
 * expects, and what the logs show beyond that. A change of exactly nothing is left out.
 */
export function describeEffects(
  { from, to, changes, payees = [] }: Explained,
  { status, observed }: Simulated,
  config: ChainConfig,
): Effects {
  if (status === 'revert') return unread('a call reverts, so it changes nothing; see simulation.error')
  if (!observed) return unread('no node simulated the calls')
  const { before, after, logs = [] } = observed
  const warnings = observed.logs ? [] : [NO_LOGS]
  const accounts = [from, ...changes.map(({ address }) => address)]
  const known = [to, ...accounts, ...changes.flatMap(({ spender }) => spender ?? []), ...payees]
  const logged = [
    ...(logs.length > MOST_LOGS ? [unexpected(`the calls leave more than ${MOST_LOGS} logs, too many to check`)] : []),
    ...logs.flatMap((log) => unexpectedLog(log, { target: to, accounts, changes, payees: known })),
  ].slice(0, MOST_ISSUES)
  const views = viewsOf(changes)
  if (before.length < views.length)
    return { ...unread('the node ran the call, but no views before and after it'), issues: logged, warnings }
  const all = changes.map((change) => {
    const i = change.view ? views.indexOf(change.view) : -1
    return effectOf(change, [before[i], after[i]], config)
  })
  return {
    effects: all
      .filter(({ isNothing }) => !isNothing)
      .map(({ effect }) => ({ ...effect, text: `${nameOf(effect.address, from)} ${clauseOf(effect)}` })),
    reason: null,
    issues: [...all.flatMap(({ issue }) => issue), ...logged].slice(0, MOST_ISSUES),
    warnings,
  }
}

/** Issues of one build: one is enough not to send it. */
const MOST_ISSUES = 8

function effectOf(
  change: Change,
  outcomes: readonly [CallOutcome | undefined, CallOutcome | undefined],
  config: ChainConfig,
): { effect: Wordless; isNothing: boolean; issue: Issue[] } {
  const { kind, address, contract, token, spender = null, id = null, endsBy, provenance } = change
  const [before, after] = outcomes.map((outcome) => amountOf(change, outcome))
  const [untilBefore, until = null] = outcomes.map((outcome) => untilOf(change, outcome))
  const fixed = {
    kind,
    address,
    contract: contract === zeroAddress ? null : contract,
    spender,
    id,
    symbol: plainTextOrNull(token.symbol, 64),
    decimals: token.decimals,
    before: decimal(before ?? null),
    after: decimal(after ?? null),
    until: decimal(until),
    provenance: provenance ?? configuredAs(config, ROLES, contract),
  }
  if (before == null || after == null) {
    const starved = before == null ? undefined : outcomes[1]?.reason
    const reason = change.view
      ? (starved ?? 'the contract did not answer the view that reads the amount')
      : 'no contract that this deployment knows reports the amount'
    return {
      isNothing: false,
      effect: { ...fixed, delta: null, certainty: 'unknown', least: null, most: null, reason },
      // No view of a genuine contract begins to fail when its amount changes.
      issue:
        before == null || starved !== undefined
          ? []
          : [unexpected(`the ${NOUNS[kind]} of ${address} at ${contract} can no longer be read after the calls`)],
    }
  }
  const delta = after - before
  const expected = typeof change.expected === 'function' ? change.expected(before) : change.expected
  const { least, most, because } = boundsOf(expected)
  const isCertain = because === null
  const bounds = {
    delta: String(delta),
    least: decimal((isCertain ? delta : least) ?? null),
    most: decimal((isCertain ? delta : most) ?? null),
  }
  const isLate = endsBy !== undefined && until !== null && until > endsBy
  if ((least !== undefined && delta < least) || (most !== undefined && delta > most) || isLate) {
    const reason = 'the simulated delta is outside the bounds that the request explains'
    const effect = { ...fixed, ...bounds, least: null, most: null, certainty: 'unknown', reason } as const
    return {
      effect,
      isNothing: false,
      issue: [
        unexpected(
          `${address} ${clauseOf({ ...effect, certainty: 'certain' })}; ${isLate ? `an end by ${timeText(endsBy)}` : expectedText(effect, expected)} was expected`,
        ),
      ],
    }
  }
  const certainty = isCertain ? 'certain' : least === undefined && most === undefined ? 'unknown' : 'bounded'
  const isNothing = isCertain && delta === 0n && until === untilBefore
  return { effect: { ...fixed, ...bounds, certainty, reason: because }, isNothing, issue: [] }
}

const boundsOf = (expected: Expected) =>
  typeof expected === 'bigint' ? { least: expected, most: expected, because: null } : expected

/** Null for an outcome that is missing, reverted, or no result of the view. */
export function amountOf(
  { amountIn = (returned) => wordAt(returned, 0) }: Change,
  outcome: CallOutcome | undefined,
): bigint | null {
  if (!outcome?.success) return null
  try {
    return amountIn(outcome.returned)
  } catch {
    return null
  }
}

const untilOf = ({ untilIn }: Change, outcome: CallOutcome | undefined): bigint | null =>
  (outcome?.success && untilIn?.(outcome.returned)) || null
