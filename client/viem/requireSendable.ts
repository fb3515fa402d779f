import type { Address } from 'viem'
import type { UnsignedCalldata } from '../generated/types.gen.ts'
import { NotSentError } from './errors.ts'

/** The request that an answer must match. */
export interface RequestedBuild {
  readonly from: Address
  readonly chainId: number
  readonly [field: string]: unknown
}

/** Fields that name the contract of a call; the first that a request has. */
const TARGETS = ['auction', 'pool', 'auth', 'vault', 'strategy']

/**
 * Throws NotSentError if an answer is for another sender, chain or contract than was requested, or if its calls are not those that it
 * describes. `callsAnother`: the call goes to a contract that the request does not name, and only tokens that it names are approved. This trusts nothing of the answer; the rest of the calldata is the word of the API.
 */
export function requireMatch(
  built: UnsignedCalldata,
  { from, chainId, ...targets }: RequestedBuild,
  callsAnother = false,
): void {
  const { calls, approvals } = built
  const described = [...approvals, built]
  const named = targets[TARGETS.find((field) => field in targets) ?? '']
  const target = callsAnother ? undefined : named
  const faults = [
    isSame(built.from, from) && isSame(calls.from, from) ? [] : [`the calls are for ${calls.from}, not for ${from}`],
    built.chainId === chainId && BigInt(calls.chainId) === BigInt(chainId)
      ? []
      : [`the calls are for chain ${Number(calls.chainId)}, not for chain ${chainId}`],
    target === undefined || isSame(built.to, target) ? [] : [`the call goes to ${built.to}, not to ${String(target)}`],
    !callsAnother || approvals.every(({ to }) => isSame(to, named)) ? [] : [`an approval is not of ${String(named)}`],
    calls.calls.length === described.length &&
    calls.calls.every(({ to, data, value }, index) => {
      const one = described[index]
      return one && isSame(to, one.to) && isSame(data, one.data) && BigInt(value) === BigInt(one.value)
    })
      ? []
      : ['the calls are not those that the answer describes'],
  ].flat()
  if (faults.length > 0) throw new NotSentError('mismatch', faults, built)
}

/**
 * Throws NotSentError if an issue, or the simulation, speaks against sending; with `force` only if the calls do something else than
 * was requested.
 */
export function requireGood(built: UnsignedCalldata, force: boolean): void {
  const { simulation } = built
  const issues = built.issues.filter(({ code }) => !force || code === 'unexpected_effect')
  if (issues.length > 0)
    throw new NotSentError(
      'issues',
      issues.map(({ code, message }) => `${code}: ${message}`),
      built,
    )
  if (force || simulation.status === 'ok') return
  const { message = 'no node could simulate it', fix = null } = simulation.error ?? {}
  throw new NotSentError('simulation', fix === null ? [message] : [message, fix], built)
}

const isSame = (one: string, other: unknown): boolean => one.toLowerCase() === String(other).toLowerCase()
