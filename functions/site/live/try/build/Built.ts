import { asItems, asJson, asText, isJson, type Json } from '../json.ts'

/** A call as a wallet takes it (EIP-5792): amounts in hex. */
export interface Call {
  readonly to: string
  readonly data: string
  readonly value: string
}

/** A call with what it does. */
export interface Described {
  readonly to: string
  readonly data: string
  /** Wei. */
  readonly value: string
  readonly function: string
  readonly description: string
}

/** A builder's answer: an unsigned transaction with its checks. */
export interface Built extends Described {
  readonly from: string
  readonly chainId: number
  readonly approvals: readonly Described[]
  /** Parameters of `wallet_sendCalls`, as they are. */
  readonly batch: Json
  readonly calls: readonly Call[]
  readonly isAtomic: boolean
  readonly issues: readonly { readonly code: string; readonly message: string }[]
  readonly simulation: {
    readonly status: string
    readonly gas: string
    /** Why it reverts, and what to do about it. */
    readonly message: string
    readonly fix: string
  }
  /** Undefined if they could not be determined, with the reason. */
  readonly effects:
    readonly { readonly text: string; readonly isCertain: boolean; readonly reason: string }[] | undefined
  readonly effectsUnavailable: string
  readonly warnings: readonly string[]
  /** Time of the block at which it was checked, unix seconds; the present without a block. */
  readonly checkedAt: number
  /** Unix seconds. */
  readonly expiresAt: number | undefined
  readonly expiresAtBlock: bigint | undefined
}

/** Reads what a builder answered; undefined for an answer without calls. */
export function builtOf(answer: unknown): Built | undefined {
  const json = asJson(answer)
  const { calls: batch, simulation, expiresAt, asOf, approvals, issues, effects, warnings } = json
  if (!isJson(batch) || !Array.isArray(batch['calls']) || typeof json['to'] !== 'string') return undefined
  const { status, gas, error } = asJson(simulation)
  const { block, time } = asJson(expiresAt)
  const { timestamp } = asJson(asOf)
  return {
    ...describedOf(json),
    from: asText(json['from']),
    chainId: Number(json['chainId']),
    approvals: asItems(approvals).map((one) => describedOf(asJson(one))),
    batch,
    calls: batch['calls'].map((one) => {
      const { to, data, value } = asJson(one)
      return { to: asText(to), data: asText(data), value: asText(value) }
    }),
    isAtomic: batch['atomicRequired'] === true,
    issues: asItems(issues).map((one) => {
      const { code, message } = asJson(one)
      return { code: asText(code), message: asText(message) }
    }),
    simulation: {
      status: asText(status) || 'unavailable',
      gas: asText(gas),
      message: asText(asJson(error)['message']),
      fix: asText(asJson(error)['fix']),
    },
    effects: Array.isArray(effects)
      ? effects.map((one) => {
          const { text, certainty, reason } = asJson(one)
          return { text: asText(text), isCertain: certainty === 'certain', reason: asText(reason) }
        })
      : undefined,
    effectsUnavailable: asText(json['effectsUnavailable']),
    warnings: asItems(warnings).map(asText),
    checkedAt: typeof timestamp === 'number' ? timestamp : Date.now() / 1000,
    expiresAt: typeof time === 'number' ? time : undefined,
    expiresAtBlock: typeof block === 'string' ? BigInt(block) : undefined,
  }
}

const describedOf = ({ to, data, value, function: signature, description }: Json): Described => ({
  to: asText(to),
  data: asText(data),
  value: asText(value),
  function: asText(signature),
  description: asText(description),
})

/**
 * Why it must not be sent: it is for another wallet or chain, its calls differ from its description, or they change something that the
 * request does not explain. Empty if it may be.
 */
export function mismatchOf(
  { from, chainId, calls, batch, approvals, issues, ...action }: Built,
  expected: { from: string; chainId: number },
): string {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  if (!isSame(from, expected.from) || !isSame(asText(batch['from']), expected.from))
    return `It was built for ${from}, which is not the wallet that is signed in. Build it without another “from” to send it.`
  if (chainId !== expected.chainId || Number(batch['chainId']) !== expected.chainId)
    return `It was built for chain ${chainId}, not for chain ${expected.chainId}.`
  if (issues.some(({ code }) => code === 'unexpected_effect'))
    return 'It changes something that you did not ask for. This page does not send it.'
  const described = [...approvals, action]
  const isDescribed = calls.every(({ to, data, value }, index) => {
    const one = described[index]
    return one && isSame(to, one.to) && isSame(data, one.data) && BigInt(value) === BigInt(one.value)
  })
  return calls.length === described.length && isDescribed ? '' : 'Its calls are not those that it describes.'
}
