import type * as z from 'zod'
import { isAddressEqual, numberToHex, type Address, type Hex } from 'viem'
import { type UnsignedCalldata } from '../../schema/calldata.ts'
import { type Issue, ISSUES } from '../../schema/issues.ts'
import type { AsOf, Chain } from '../chain/chain.ts'
import { requestScope } from '../log/requestScope.ts'
import { resetAllowance } from './approveErc20.ts'
import { OUT_OF_FUNDS } from './Attempt.ts'
import { type Bounds, expiresAt } from './expiresAt.ts'
import { type Simulate, type Simulated, type Simulation, UNAVAILABLE } from './createSimulator.ts'
import { nativeChange, viewsOf, type Change } from './changes.ts'
import { amountOf, describeEffects } from './effectsOf.ts'
import { effectsText } from './effectText.ts'
import type { Step } from './encodeStep.ts'

/** The result of a builder. */
export interface Build<X> {
  readonly from: Address
  readonly action: Step
  /** Calls that must come first, in order. */
  readonly approvals?: readonly Step[]
  readonly issues?: readonly Issue[]
  /** Issues of reverts that the reads could not predict, by the name of the error. */
  readonly meanings?: Readonly<Record<string, Issue>>
  readonly warnings?: readonly string[]
  /** Block at which all of this was determined; null or undefined when no node answered. */
  readonly asOf: AsOf | null | undefined
  /** Unix seconds for which it is simulated, if that differs from the time of the block. */
  readonly time?: number | undefined
  /** From when on this is not right; by default a stated time after the block. */
  readonly expires?: Bounds | undefined
  /** Further fields of this builder's answer. */
  readonly extra: X
  /** The changes by the calls besides the native currency that they send. */
  readonly changes: readonly Change[]
  /**
   * Further accounts that may receive tokens of the accounts of the changes. The contract that is called, the accounts
   * themselves and the spenders of the changes always may.
   */
  readonly payees?: readonly Address[]
  /**
   * Fields that only a successful simulation shows, replacing the above, from the result of the action and from the amount
   * of a change after it (null if it was not read); its issues are added to those.
   */
  readonly learned?: (
    returned: Hex,
    after: (change: Change) => bigint | null,
  ) => Pick<Build<X>, 'action' | 'warnings' | 'extra' | 'issues' | 'expires'>
}

/** A sponsor of calls' gas (ERC-7677). */
export interface PaymasterService {
  readonly url: string
  /** The wallet may do without it. */
  readonly optional: true
}

export interface Builder {
  readonly chain: Chain
  readonly simulate: Simulate
  /** The paymaster that sponsors such calls; absent in a family none of whose calls is sponsored. */
  readonly paymasterOf?: ((steps: readonly Step[]) => PaymasterService | undefined) | undefined
}

/** A call without value takes no native currency, not even from a smart wallet whose module it calls. */
const NOT_LESS = { least: 0n, because: null }

const UNREACHABLE: Issue = { code: 'chain_unreachable', message: ISSUES.chain_unreachable }

/**
 * A builder's answer (UnsignedCalldata): the action with the calls that must come first, as one wallet_sendCalls
 * request (EIP-5792), simulated from the sender's address, a second time if a token refuses its approval. It contains
 * calldata whatever a node answers, or if none answers.
 */
export async function unsignedCall<X extends object>(
  {
    from,
    approvals: needed = [],
    issues: found = [],
    meanings = {},
    asOf = null,
    time,
    changes,
    payees,
    learned,
    ...known
  }: Build<X>,
  { chain, simulate, paymasterOf }: Builder,
): Promise<{ readonly data: z.output<typeof UnsignedCalldata> & X; readonly asOf?: AsOf }> {
  const { chainId } = chain.config
  const { callsId, reviewUrlOf } = requestScope.getStore() ?? {}
  const sent = BigInt(known.action.value)
  const all =
    changes.some(({ kind, address }) => kind === 'native' && isAddressEqual(address, from)) ||
    (sent === 0n && !chain.config.contracts.multicall3)
      ? changes
      : [nativeChange(chain.config, { address: from, expected: sent === 0n ? NOT_LESS : -sent }), ...changes]
  const views = viewsOf(all)
  const run = async (steps: readonly Step[]) =>
    asOf ? simulate({ from, steps, before: views, after: views, blockNumber: asOf.blockNumber, time }) : UNAVAILABLE
  const { approvals, simulation: simulated } = await tryApprovals(needed, known.action, run)
  const { observed, ...simulation } = simulated
  const amountAfter = (change: Change) => amountOf(change, change.view && observed?.after[views.indexOf(change.view)])
  const shown = (observed && learned?.(observed.returned, amountAfter)) ?? known
  const { action, warnings = [], extra, expires } = shown
  const effects = describeEffects({ from, to: action.to, changes: all, payees }, simulated, chain.config)
  const steps = [...approvals, action]
  const paymasterService = paymasterOf?.(steps)
  const refuted = found.filter((issue) => isRefuted(issue, simulation))
  const issues = found
    .filter((issue) => !refuted.includes(issue))
    .map((issue) => asContractSaysIt(issue, found, simulation))
  const data = {
    ...action,
    description: `${action.description}${effectsText(effects.effects ?? [], from)}`,
    chainId,
    from,
    approvals: [...approvals],
    calls: {
      version: '2.0.0',
      ...(callsId === undefined ? {} : { id: callsId }),
      chainId: numberToHex(chainId),
      from,
      atomicRequired: steps.length > 1,
      calls: steps.map(({ to, data, value }) => ({ to, data, value: numberToHex(BigInt(value)) })),
      ...(paymasterService ? { capabilities: { paymasterService } } : {}),
    } as const,
    reviewUrl: reviewUrlOf?.(from) ?? null,
    issues: [
      ...(asOf ? [] : [UNREACHABLE]),
      ...issues,
      ...('issues' in shown ? (shown.issues ?? []) : []),
      ...unexplained(simulation, issues, meanings),
      ...effects.issues,
    ],
    simulation,
    effects: effects.effects,
    effectsUnavailable: effects.reason,
    asOf,
    expiresAt: expiresAt(asOf, chain.config, expires),
    warnings: [...refuted.map(asWarning), ...warnings, ...effects.warnings],
    ...extra,
  }
  return asOf ? { data, asOf } : { data }
}

/** Without an error, these do not claim that the call reverts. */
const NOT_SIMULATED: ReadonlySet<Issue['code']> = new Set([
  // Not every simulation checks that a sender can pay the values that it sends.
  'insufficient_balance',
  // A genuine contract and one that keeps what it is paid succeed alike.
  'contract_not_proven',
  'token_not_listed',
  'limit_far_from_quote',
  // A router enforces the limit of a swap, which then has its revert; nothing enforces that of a vault's call.
  'limit_not_met',
  'registry_mismatch',
])

/**
 * Whether a simulation shows that an issue is not an obstacle: contracts of other generations or origins have the same
 * functions and different rules.
 */
const isRefuted = ({ code, reverts }: Issue, { status }: Simulation): boolean =>
  status === 'ok' && (reverts !== undefined || !NOT_SIMULATED.has(code))

const asWarning = ({ code, message }: Issue): string =>
  `${code}: ${message}. The simulation succeeds anyway, so the rules of this contract differ from those of similar contracts.`

/**
 * The approvals, with the simulation's result for them and the action, if there is one. If an approval reverts, its
 * allowance is set to zero first, provided that this helps.
 */
export async function tryApprovals(
  approvals: readonly Step[],
  action: Step | undefined,
  run: (steps: readonly Step[]) => Promise<Simulated>,
): Promise<{ approvals: readonly Step[]; simulation: Simulated }> {
  const last = action ? [action] : []
  const simulation = await run([...approvals, ...last])
  const failed = simulation.error?.call ?? approvals.length
  const reset = approvals[failed] && resetAllowance(approvals[failed])
  if (!reset) return { approvals, simulation }
  const more = [...approvals.slice(0, failed), reset, ...approvals.slice(failed)]
  const again = await run([...more, ...last])
  const helps = again.status === 'ok' || (again.error?.call ?? 0) > failed + 1
  return helps ? { approvals: more, simulation: again } : { approvals, simulation }
}

/**
 * Current errors (ERC-6093, OpenZeppelin's Ownable), and what older contracts, including USD Coin and the first
 * reputation registries, say in their place.
 */
const IN_OTHER_WORDS: Readonly<Record<string, RegExp>> = {
  ERC20InsufficientBalance: /^/,
  OwnableUnauthorizedAccount: /owner|auth/i,
  ERC721NonexistentToken: /does not exist|invalid token/i,
}

/** An issue with the error by which its contract reports it, if the contract has its own text for it. */
function asContractSaysIt(issue: Issue, issues: readonly Issue[], { error }: Simulation): Issue {
  const words = issue.reverts === undefined ? undefined : IN_OTHER_WORDS[issue.reverts]
  if (!words || !error || error.message === OUT_OF_FUNDS || !words.test(error.message)) return issue
  if (error.name !== null && error.name !== 'Error') return issue
  if (issues.some(({ reverts }) => reverts === error.message)) return issue
  const { reverts: _, ...others } = issue
  return error.name === null ? others : { ...others, reverts: error.message }
}

/** A revert that no issue predicted must not go unnoticed by clients that read only the issues. */
function unexplained(
  { error }: Simulation,
  issues: readonly Issue[],
  meanings: Readonly<Record<string, Issue>>,
): Issue[] {
  if (!error) return []
  const { message, name } = error
  const reason = name === 'Error' ? message : name
  if (message === OUT_OF_FUNDS)
    return issues.some(({ code }) => code === 'insufficient_balance') ? [] : [{ code: 'insufficient_balance', message }]
  if (issues.some(({ reverts }) => reverts === reason)) return []
  const meaning = name === null ? undefined : meanings[name]
  if (meaning) return [meaning]
  if (reason === null) return issues.length > 0 ? [] : [{ code: 'would_revert', message }]
  return [{ code: 'would_revert', message, reverts: reason }]
}
