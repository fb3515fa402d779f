import type { z } from '@hono/zod-openapi'
import { numberToHex, type Address } from 'viem'
import { type BuildIssue, ISSUES, type UnsignedCalldata } from '../../schema/calldata.ts'
import type { AsOf, Chain } from '../chain/chain.ts'
import type { JsonAnswer } from '../http/handler.ts'
import { OUT_OF_FUNDS } from './Attempt.ts'
import { type Simulate, type Simulation, UNAVAILABLE } from './createSimulator.ts'
import type { Step } from './encodeStep.ts'

export type Issue = z.output<typeof BuildIssue>

/** What a builder has found. */
export interface Build<X> {
  readonly from: Address
  readonly action: Step
  /** Calls that must come first, in order. */
  readonly approvals: readonly Step[]
  readonly issues: readonly Issue[]
  /** What a revert means that the reads could not foretell, by the name of the error. */
  readonly meanings?: Readonly<Record<string, Issue>>
  readonly warnings: readonly string[]
  /** Block at which all of it was determined; null when no node answered. */
  readonly asOf: AsOf | null
  /** Further fields of this builder's answer. */
  readonly extra: X
}

const UNREACHABLE: Issue = { code: 'chain_unreachable', message: ISSUES.chain_unreachable }

/**
 * A builder's answer (UnsignedCalldata): the action with what must come first, as one wallet_sendCalls request (EIP-5792),
 * simulated from the sender's address in one upstream request. It holds calldata whatever a node says or does not say.
 */
export async function unsignedCall<X extends object>(
  { from, action, approvals, issues, meanings = {}, warnings, asOf, extra }: Build<X>,
  { chain, simulate }: { readonly chain: Chain; readonly simulate: Simulate },
): Promise<JsonAnswer<z.output<typeof UnsignedCalldata> & X>> {
  const { chainId } = chain.config
  const steps = [...approvals, action]
  const simulation = asOf ? await simulate({ from, steps, blockNumber: asOf.blockNumber }) : UNAVAILABLE
  const data = {
    ...action,
    chainId,
    from,
    approvals: [...approvals],
    calls: {
      version: '2.0.0',
      chainId: numberToHex(chainId),
      from,
      atomicRequired: steps.length > 1,
      calls: steps.map(({ to, data, value }) => ({ to, data, value: numberToHex(BigInt(value)) })),
    } as const,
    issues: [...(asOf ? [] : [UNREACHABLE]), ...issues, ...unexplained(simulation, issues, meanings)],
    simulation,
    asOf,
    warnings: [...warnings],
    ...extra,
  }
  return asOf ? { data, asOf } : { data }
}

/** A revert that no issue foretold must not go unnoticed by those who read the issues alone. */
function unexplained(
  { error }: Simulation,
  issues: readonly Issue[],
  meanings: Readonly<Record<string, Issue>>,
): Issue[] {
  if (!error) return []
  const { message, name } = error
  if (message === OUT_OF_FUNDS)
    return issues.some(({ code }) => code === 'insufficient_balance') ? [] : [{ code: 'insufficient_balance', message }]
  if (issues.some(({ reverts }) => reverts === name)) return []
  const meaning = name === null ? undefined : meanings[name]
  if (meaning) return [meaning]
  if (issues.length > 0) return []
  return [{ code: 'would_revert', message, ...(name === null ? {} : { reverts: name }) }]
}
