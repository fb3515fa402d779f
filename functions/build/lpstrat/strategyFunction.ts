import { toFunctionSelector, toFunctionSignature, type Address, type Hex } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'

/** The functions that a strategy's owner calls, by all names of all generations. */
export type StrategyAction = Extract<(typeof lpStrategyActionsAbi)[number], { type: 'function' }>['name']

/** The selectors of all of these, to be looked for in a strategy's code. */
export const strategySelectors = (): readonly Hex[] =>
  lpStrategyActionsAbi.flatMap((item) => (item.type === 'function' ? toFunctionSelector(item) : []))

interface Choice<N> {
  readonly name: N
  readonly issues: readonly Issue[]
}

interface Code {
  readonly address: Address
  /** Which of those selectors are in its code; null if that is not known. */
  readonly selectors: ReadonlySet<Hex> | null
}

/**
 * Which of the names that generations use for a function is in a strategy's code; the first if none is, which is an
 * issue, or if no code was read.
 */
export function strategyFunction<const N extends StrategyAction>(
  names: readonly [N, ...N[]],
  strategy: Code | undefined,
): Choice<N> {
  const selectors = strategy?.selectors ?? null
  if (!strategy || selectors === null) return { name: names[0], issues: [] }
  const found = names.find((name) => selectors.has(describeName(name).selector))
  return found === undefined
    ? { name: names[0], issues: [notInContract(names, strategy.address)] }
    : { name: found, issues: [] }
}

function notInContract(names: readonly StrategyAction[], strategy: Address): Issue {
  const functions = names.map((name) => describeName(name).signature)
  return {
    code: 'function_not_in_contract',
    message: `the code of ${strategy} does not contain ${functions.join(' or ')}; this generation of the contract has no such setting`,
    functions,
  }
}

function describeName(name: StrategyAction): { selector: Hex; signature: string } {
  const item = lpStrategyActionsAbi.find((entry) => entry.type === 'function' && entry.name === name)
  if (item?.type !== 'function') throw new Error(`the ABI has no function ${name}`)
  return { selector: toFunctionSelector(item), signature: toFunctionSignature(item) }
}
