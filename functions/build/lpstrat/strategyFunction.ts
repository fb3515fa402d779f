import { toFunctionSelector, toFunctionSignature, type Address, type Hex } from 'viem'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import type { Issue } from '../../../schema/calldata.ts'
import type { Strategy } from './readStrategy.ts'

type Name = Extract<(typeof lpStrategyActionsAbi)[number], { type: 'function' }>['name']

interface Choice<N> {
  /** What to encode. */
  readonly name: N
  readonly issues: readonly Issue[]
}

/**
 * Which of the names that generations have for a function is in a strategy's code; the first where none is, which is an
 * issue, or where no code was read.
 */
export function strategyFunction<const N extends Name>(
  names: readonly [N, ...N[]],
  strategy: Strategy | undefined,
): Choice<N> {
  const selectors = strategy?.selectors ?? null
  if (!strategy || selectors === null) return { name: names[0], issues: [] }
  const found = names.find((name) => selectors.has(describeName(name).selector))
  return found === undefined
    ? { name: names[0], issues: [notInContract(names, strategy.address)] }
    : { name: found, issues: [] }
}

function notInContract(names: readonly Name[], strategy: Address): Issue {
  const functions = names.map((name) => describeName(name).signature)
  return {
    code: 'function_not_in_contract',
    message: `the code of ${strategy} has no ${functions.join(' nor ')}; its generation cannot be set so`,
    functions,
  }
}

function describeName(name: Name): { selector: Hex; signature: string } {
  const item = lpStrategyActionsAbi.find((entry) => entry.type === 'function' && entry.name === name)
  if (item?.type !== 'function') throw new Error(`the ABI has no function ${name}`)
  return { selector: toFunctionSelector(item), signature: toFunctionSignature(item) }
}
