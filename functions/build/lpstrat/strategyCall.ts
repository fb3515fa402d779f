import type { Address, ContractFunctionArgs } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import type { Build } from '../../../shared/calldata/unsignedCall.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { type StrategyAction, strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'
import { unprovenIssue } from '../requireProven.ts'
import type { Strategy } from './readStrategy.ts'

type Args<N extends StrategyAction> = ContractFunctionArgs<typeof lpStrategyActionsAbi, 'nonpayable' | 'payable', N>

interface StrategyCall<N extends StrategyAction, X> {
  readonly from: Address
  /** The strategy and the fields read from it; undefined when no node answered. */
  readonly to: Address
  readonly strategy: Strategy | undefined
  /** The names of the function in the generations, the spec's name first. */
  readonly names: readonly [N, ...N[]]
  readonly args: Args<N>
  readonly describe: (args: Args<N>) => string
  /** Issues of the sender; by default those of a sender that is not the owner. */
  readonly sender?: (strategy: Strategy, from: Address) => Issue[]
  /** The issue of a strategy that is not proven, where the owner needs the proof too. */
  readonly unproven?: readonly Issue[]
  readonly issues?: (strategy: Strategy) => Issue[]
  readonly warnings: readonly string[]
  /** None for a setting. */
  readonly effects?: (strategy: Strategy) => Pick<Build<X>, 'changes' | 'payees'>
  readonly extra: X
}

/**
 * A call that the owner of a liquidity strategy sends to it, under the name that its generation has for the function.
 */
export function strategyCall<const N extends StrategyAction, X>({
  from,
  to,
  strategy,
  names,
  args,
  describe,
  sender = notOwner,
  unproven,
  issues = () => [],
  warnings,
  effects = () => ({ changes: [] }),
  extra,
}: StrategyCall<N, X>): Omit<Build<X>, 'from'> {
  const { name, issues: missing } = strategyFunction(names, strategy)
  return {
    action: encodeStep({ to, abi: lpStrategyActionsAbi, functionName: name, args, describe }),
    issues: strategy
      ? [
          ...(unproven ?? unprovenIssue({ ...strategy, field: 'strategy' }, strategy.owner === from)),
          ...sender(strategy, from),
          ...missing,
          ...issues(strategy),
        ]
      : [],
    warnings,
    ...(strategy ? effects(strategy) : { changes: [] }),
    asOf: strategy?.asOf,
    extra,
  }
}
