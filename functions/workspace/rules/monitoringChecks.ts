import { type Address, getAddress } from 'viem'
import type * as z from 'zod'
import type { VaultCheck } from '../../../schema/vault/report.ts'
import { type DescribedStrategy, strategyDoubt, strategyFault } from '../../../shared/domain/vault/describeStrategy.ts'
import { knownAddress, lower } from '../../../shared/text/address.ts'
import type { ApprovalRow, TargetRow } from '../store/workspaceReads.ts'
import { shareOfAssets } from './strategyRisk.ts'
import type { MonitoringReads } from './workspaceCalls.ts'
import { THRESHOLDS } from './thresholds.ts'

type Check = z.output<typeof VaultCheck>
type Verdict = Pick<Check, 'status' | 'details'>

export interface MonitoringSection {
  readonly id: 'vault' | 'strategies' | 'targets' | 'operations'
  readonly title: string
  readonly checks: Check[]
}

/** The input of the checks; times are unix seconds. */
export interface Monitored {
  readonly reads: MonitoringReads
  /** The vault's asset. */
  readonly coin: Address
  readonly strategies: readonly DescribedStrategy[]
  readonly targets: readonly TargetRow[]
  readonly approvals: readonly Pick<ApprovalRow, 'createdAt'>[]
  /** How many actions failed lately. */
  readonly failedActions: number
  readonly now: number
}

const pass = (details: string | null = null): Verdict => ({ status: 'pass', details })
const warn = (details: string): Verdict => ({ status: 'warn', details })
const fail = (details: string): Verdict => ({ status: 'fail', details })
const check = (id: string, label: string, verdict: Verdict): Check => ({ id, label, ...verdict, href: null })

/** The checks of a vault as of one block and of its records. A value that could not be read is a warning, never a pass. */
export const monitoringSections = (of: Monitored): MonitoringSection[] => [
  { id: 'vault', title: 'Vault', checks: ofVault(of) },
  { id: 'strategies', title: 'Strategies', checks: ofStrategies(of) },
  { id: 'targets', title: 'Targets', checks: ofTargets(of) },
  { id: 'operations', title: 'Keepers and approvals', checks: ofOperations(of) },
]

/** How many checks of some sections have each status. */
export function tallyOf(sections: readonly MonitoringSection[]) {
  const tally = { pass: 0, warn: 0, fail: 0, info: 0 }
  for (const { status } of sections.flatMap(({ checks }) => checks)) tally[status]++
  return tally
}

function ofVault({ reads }: Monitored): Check[] {
  const unread = warn('Could not be read')
  const must = (flag: boolean | null, bad: string): Verdict => (flag === null ? unread : flag ? fail(bad) : pass())
  const { vaultMode, owner } = reads
  return [
    check(
      'vault-owner',
      'The vault has an owner',
      knownAddress(owner) ? pass(owner) : warn('The vault reports no owner'),
    ),
    check('vault-paused', 'The vault is not paused', must(reads.paused, 'Paused: no deposits or withdrawals')),
    check(
      'vault-shutdown',
      'The vault is not shut down',
      must(reads.isShutdown, 'Shut down: no more deposits, permanently'),
    ),
    check(
      'vault-mode',
      'The vault’s mode is normal',
      vaultMode === null ? unread : vaultMode === 0 ? pass() : warn(`The mode is ${vaultMode}, not 0 (normal)`),
    ),
    check('vault-idle', 'Creator coins held by the vault itself', {
      status: 'info',
      details: reads.coinBalance === null ? null : `${reads.coinBalance} base units`,
    }),
  ]
}

function ofStrategies({ strategies, coin }: Monitored): Check[] {
  return strategies.map((strategy, i) => {
    const [fault, doubt] = [strategyFault(strategy, coin), strategyDoubt(strategy)]
    const verdict = fault ? fail(fault) : doubt ? warn(doubt) : pass()
    return check(`strategy-${strategy.address ?? i}`, `Strategy ${i + 1} (${strategy.kind})`, verdict)
  })
}

function ofTargets({ strategies, targets, reads }: Monitored): Check[] {
  const wanted = targets.filter(({ targetWeightBps }) => targetWeightBps > 0)
  if (wanted.length === 0) return [check('targets', 'Targets', { status: 'info', details: 'No target is set' })]
  return wanted.map((target) => {
    const address = getAddress(target.strategyAddress)
    const strategy = strategies.find((one) => one.address && lower(one.address) === target.strategyAddress)
    const verdict = strategy
      ? drift(target, strategy, reads.totalAssets)
      : warn('The vault no longer has this strategy')
    return check(`target-${address}`, `Target of ${address}`, verdict)
  })
}

function drift(target: TargetRow, strategy: DescribedStrategy, totalAssets: bigint | null): Verdict {
  const { totalAssets: own } = strategy
  const share = shareOfAssets(strategy, totalAssets)
  if (share === null || own === null) return warn('The strategy’s part of the vault’s assets could not be read')
  if (target.maxAssetsCap !== null && BigInt(own) > BigInt(target.maxAssetsCap))
    return fail(`The strategy has ${own} base units; its cap is ${target.maxAssetsCap}`)
  const details = `The strategy has ${share / 100} % of the vault’s assets; its target is ${target.targetWeightBps / 100} %`
  return Math.abs(share - target.targetWeightBps) > THRESHOLDS.targetDriftBps ? warn(details) : pass(details)
}

function ofOperations({ approvals, failedActions, now }: Monitored): Check[] {
  const { approvalWaitsHours, failedActionHours } = THRESHOLDS
  const waiting = approvals.filter(({ createdAt }) => createdAt < now - approvalWaitsHours * 3600).length
  return [
    check(
      'actions-failed',
      `No keeper action failed in the last ${failedActionHours} hours`,
      failedActions === 0 ? pass() : fail(`${failedActions} failed`),
    ),
    check(
      'approvals-waiting',
      `No approval has been pending for more than ${approvalWaitsHours} hours`,
      waiting === 0 ? pass() : warn(`${waiting} pending`),
    ),
  ]
}
