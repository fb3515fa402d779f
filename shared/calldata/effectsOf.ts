import { formatUnits, isAddressEqual, maxUint256, toEventSelector, zeroAddress, type Address, type Hex } from 'viem'
import { addressIn, wordAt } from '../abi/wordAt.ts'
import type { Issue } from '../../schema/issues.ts'
import { ROLES, type ChainConfig } from '../chain/config.ts'
import { configuredAs } from '../domain/provenance/provenance.ts'
import { TRANSFER } from '../domain/token/shareTokenAbi.ts'
import { decimal } from '../text/decimal.ts'
import { foreignWord, plainTextOrNull } from '../text/plainText.ts'
import { timeText, tokenName, tokenText } from '../text/wording.ts'
import { MOST_LOGS, type CallOutcome, type SimulatedLog } from './Attempt.ts'
import { viewsOf, type Change, type Effect, type Expected } from './changes.ts'
import type { Simulated } from './createSimulator.ts'

/** The effects, or why there are none, and the issues of those that the request does not explain. */
interface Effects {
  readonly effects: Effect[] | null
  readonly reason: string | null
  readonly issues: readonly Issue[]
}

interface Explained {
  readonly from: Address
  /** The contract that the action calls. */
  readonly to: Address
  readonly changes: readonly Change[]
  readonly payees: readonly Address[] | 'any' | undefined
}

const unread = (reason: string): Effects => ({ effects: null, reason, issues: [] })

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
  if (!observed) return unread('no node could simulate the calls')
  const { before, after, logs = [] } = observed
  const views = viewsOf(changes)
  if (before.length < views.length) return unread('the node ran the call, but no views before and after it')
  const all = changes.map((change) => {
    const i = change.view ? views.indexOf(change.view) : -1
    return effectOf(change, [before[i], after[i]], config)
  })
  const accounts = [from, ...changes.map(({ address }) => address)]
  const known =
    payees === 'any' ? undefined : [to, ...accounts, ...changes.flatMap(({ spender }) => spender ?? []), ...payees]
  return {
    effects: all
      .filter(({ isNothing }) => !isNothing)
      .map(({ effect }) => ({ ...effect, text: `${nameOf(effect.address, from)} ${clauseOf(effect)}` })),
    reason: null,
    issues: [
      ...all.flatMap(({ issue }) => issue),
      ...(logs.length > MOST_LOGS
        ? [unexpected(`the calls leave more than ${MOST_LOGS} logs, too many to check`)]
        : []),
      ...logs.flatMap((log) => unexplained(log, { target: to, accounts, changes, payees: known })),
    ].slice(0, MOST_ISSUES),
  }
}

/** Issues of one build: one is enough not to send it. */
const MOST_ISSUES = 8

type Wordless = Omit<Effect, 'text'>

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
    const reason = change.view
      ? 'the contract did not answer the view that reads the amount'
      : 'no contract that this deployment knows reports the amount'
    return {
      isNothing: false,
      effect: { ...fixed, delta: null, certainty: 'unknown', least: null, most: null, reason },
      issue: [],
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
    const reason = 'the simulation differs from what the function of the contract is for'
    const effect = { ...fixed, ...bounds, least: null, most: null, certainty: 'unknown', reason } as const
    return {
      effect,
      isNothing: false,
      issue: [
        unexpected(
          `${address} ${clauseOf({ ...effect, certainty: 'certain' })}; ${isLate ? `an end by ${timeText(endsBy)}` : sizeOf(effect, expected)} was expected`,
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

const sizeOf = (effect: Wordless, expected: Expected): string => {
  const text = (amount: bigint) => `${amount < 0n ? '-' : ''}${quantityText(effect, amount < 0n ? -amount : amount)}`
  if (typeof expected === 'bigint') return text(expected)
  const { least, most } = expected
  return [
    ...(least === undefined ? [] : [`at least ${text(least)}`]),
    ...(most === undefined ? [] : [`at most ${text(most)}`]),
  ].join(' and ')
}

const unexpected = (message: string): Issue => ({ code: 'unexpected_effect', message })

/** Events of ERC-20, ERC-721, ERC-1155 and Permit2 by which an account gives something away. */
const topics = () =>
  (made ??= {
    approval: toEventSelector('Approval(address,address,uint256)'),
    approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
    permit2: toEventSelector('Approval(address,address,address,uint160,uint48)'),
    single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
    batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  })
type Topic = 'approval' | 'approvalForAll' | 'permit2' | 'single' | 'batch'
let made: { readonly [name in Topic]: Hex } | undefined

/**
 * Issues of a log that the request does not explain: tokens of one of its accounts that no change declares or that go to
 * somebody else, and an allowance for somebody else. Anyone can emit a log, so it only ever adds doubt.
 */
function unexplained(
  { address: contract, topics: [topic, first, second, third], data }: SimulatedLog,
  {
    target,
    accounts,
    changes,
    payees,
  }: {
    readonly target: Address
    readonly accounts: readonly Address[]
    readonly changes: readonly Change[]
    /** Undefined if anybody may be paid. */
    readonly payees: readonly Address[] | undefined
  },
): Issue[] {
  const { approval, approvalForAll, permit2, single, batch } = topics()
  // ERC-1155 names the operator first.
  const isMulti = topic === single || topic === batch
  const from = addressIn(isMulti ? second : first)
  if (!from || !accounts.some((account) => isAddressEqual(account, from))) return []
  const has = (kind: Effect['kind'], token: Address, spender?: Address) =>
    changes.some(
      (change) =>
        change.kind === kind &&
        isAddressEqual(change.contract, token) &&
        isAddressEqual(change.address, from) &&
        (spender === undefined || (change.spender !== undefined && isAddressEqual(change.spender, spender))),
    )
  if (topic === TRANSFER) {
    const to = addressIn(second)
    const amount = third === undefined ? wordAt(data, 0) : 1n
    if (!to || amount === 0n || isAddressEqual(to, from)) return []
    // A receipt, such as the voting power of a lock, which the contract that is called takes back.
    if (to === zeroAddress && isAddressEqual(contract, target)) return []
    if (!has('token', contract))
      return [
        unexpected(
          `${from} loses ${third === undefined ? `${amount} base units` : `token ${BigInt(third)}`} of ${contract} to ${to}, which the request does not explain`,
        ),
      ]
    if (!payees || [zeroAddress, contract, ...payees].some((payee) => isAddressEqual(payee, to))) return []
    return [unexpected(`${amount} base units of ${contract} go from ${from} to ${to}, which is no part of the request`)]
  }
  if (isMulti) {
    const to = addressIn(third)
    return !to || isAddressEqual(to, from)
      ? []
      : [unexpected(`${from} loses tokens of ${contract} (ERC-1155) to ${to}, which the request does not explain`)]
  }
  const isPermit = topic === permit2
  const [token, spender] = isPermit ? [addressIn(second), addressIn(third)] : [contract, addressIn(second)]
  const amount = wordAt(data, 0)
  if (!token || !spender || amount === 0n) return []
  if (topic === approval && third !== undefined)
    return spender === zeroAddress
      ? []
      : [unexpected(`${from} allows ${spender} to move token ${BigInt(third)} of ${contract}`)]
  if (
    (topic === approval && !has('allowance', token, spender)) ||
    (isPermit && !has('permit2_allowance', token, spender))
  )
    return [
      unexpected(
        `${from} allows ${spender} to spend ${amount} base units of ${token}, which the request does not explain`,
      ),
    ]
  if (topic === approvalForAll) return [unexpected(`${from} allows ${spender} to move all its tokens of ${contract}`)]
  return []
}

const sentences = new Intl.ListFormat('en')

/** The effects for a person, one sentence for each account; empty without any. */
export function effectsText(effects: readonly Effect[], from: Address): string {
  const accounts = [...new Set(effects.map(({ address }) => address))]
  return accounts
    .map((address) => {
      const clauses = effects.filter((effect) => effect.address === address && saysMore(effect)).map(clauseOf)
      return clauses.length === 0 ? '' : ` ${nameOf(address, from)} ${sentences.format(clauses)}.`
    })
    .join('')
}

const nameOf = (address: Address, from: Address): string => (isAddressEqual(address, from) ? 'The sender' : address)

/** The rest of an allowance that is used up concerns nobody. */
const saysMore = ({ kind, delta, until }: Effect): boolean =>
  delta !== null && (delta !== '0' || until !== null) && (!kind.endsWith('allowance') || !delta.startsWith('-'))

const OWN: Readonly<Record<Effect['kind'], string>> = {
  native: 'its balance',
  token: 'its balance',
  allowance: 'its allowance',
  permit2_allowance: 'its allowance through Permit2',
  lock: 'its lock',
  vote: 'its votes',
  bid: 'its bids',
  debt: 'its debt',
  collateral: 'its collateral',
}

/** The effect as the end of a sentence about its account. */
function clauseOf(effect: Wordless): string {
  const { kind, spender, id, delta, until, certainty } = effect
  if (delta === null) return `may change ${OWN[kind]}, which could not be read`
  if (delta === '0' && certainty !== 'certain') return `may ${possibleText(effect)}`
  const isLess = delta.startsWith('-')
  const size = sizeText(effect, isLess)
  if (kind === 'native' || kind === 'token') return `${isLess ? 'pays' : 'receives'} ${size}`
  const end = until === null ? '' : `, until ${timeText(BigInt(until))}`
  if (kind === 'allowance' || kind === 'permit2_allowance')
    return isLess ? `uses up ${size} of the allowance of ${spender}` : `leaves ${spender} an allowance of ${size}${end}`
  const own = kind === 'vote' ? `its votes for ${id}` : OWN[kind]
  return delta === '0'
    ? `${end === '' ? 'keeps' : 'has'} ${own}${end}`
    : `${isLess ? 'reduces' : 'raises'} ${own} by ${size}${end}`
}

/** A change that the calls may make, and that the simulation did not show. */
function possibleText({ kind, contract, spender, symbol, decimals, least, most }: Wordless): string {
  if (kind === 'allowance' || kind === 'permit2_allowance') return `use up a part of the allowance of ${spender}`
  if (kind !== 'native' && kind !== 'token') return `change ${OWN[kind]}`
  const verb = most === '0' ? 'pay' : least === '0' ? 'receive' : 'pay or receive'
  return `${verb} ${tokenName({ address: contract ?? zeroAddress, symbol, decimals })}`
}

/** An allowance from this on is one without a limit, by convention. */
const UNLIMITED = maxUint256 / 2n

/** How much changes: the worst that the bounds allow, else what the simulation showed. */
function sizeText(effect: Wordless, isLess: boolean): string {
  const { kind, delta, least, most, certainty } = effect
  const worst = kind === 'debt' && !isLess ? most : least
  const isBound = certainty === 'bounded' && worst !== null && worst.startsWith('-') === isLess
  const amount = BigInt((isBound ? worst : delta) ?? 0n)
  const size = amount < 0n ? -amount : amount
  const word = certainty === 'certain' ? '' : !isBound ? 'about ' : worst === most || isLess ? 'at most ' : 'at least '
  return `${word}${quantityText(effect, size)}`
}

function quantityText({ kind, contract, symbol, decimals }: Wordless, size: bigint): string {
  const token = { address: contract ?? zeroAddress, symbol, decimals }
  if (kind === 'allowance' && size >= UNLIMITED) return `all ${tokenName(token)}`
  return /^(native|token|.*allowance)$/.test(kind)
    ? tokenText(size, token)
    : `${decimals === null ? size : formatUnits(size, decimals)} ${foreignWord(symbol)}`.trimEnd()
}
