import { type Address, type Hex, isAddressEqual, zeroHash } from 'viem'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { AttestationQuery, AttestationReads } from './attestationCalls.ts'

/** One request of an agent's owner, with its latest answer. */
export interface Validation {
  readonly requestHash: Hex
  readonly validator: Address
  /** Whether the validator is one of those that are trusted. */
  readonly isTrusted: boolean
  /**
   * Whether it was answered. The registry does not say: an answer of 0 with neither tag nor hash looks like none, and
   * counts as none here, while it counts in the summary.
   */
  readonly isAnswered: boolean
  /** From 0 (failed) to 100 (passed). */
  readonly response: number
  readonly responseHash: Hex
  readonly tag: string
  /** Unix seconds of the answer; of the request, if there is none. */
  readonly lastUpdate: number
}

export interface Attestations {
  /** Answers of trusted validators with the tag. */
  readonly count: number
  /** Their mean from 0 to 100, cut to a whole number; null for none. */
  readonly averageResponse: number | null
  /** All requests of the agent's owner, answered or not. */
  readonly requestCount: number
  /** The earliest of them. */
  readonly validations: readonly Validation[]
}

/**
 * The validations of an agent from `attestationCalls`. Throws role_not_configured if the address does not answer as
 * a validation registry, or as one of another identity registry, where the same id is another agent.
 */
export function attestationsOf(
  { identityRegistry, summary, requests, validations }: AttestationReads,
  { validators }: AttestationQuery,
  expected: Address,
): Attestations {
  if (identityRegistry === null || requests === null || (validators.length > 0 && summary === null))
    throw new ApiError('role_not_configured', 'validationRegistry does not answer as a validation registry')
  if (!isAddressEqual(identityRegistry, expected))
    throw new ApiError('role_not_configured', 'validationRegistry belongs to another identity registry')
  const [count, average] = summary ?? [0n, 0]
  return {
    count: Number(count),
    averageResponse: count === 0n ? null : average,
    requestCount: requests.length,
    validations: validations.map((validation) => toValidation(validation, validators)),
  }
}

type ValidationReads = AttestationReads['validations'][number]

function toValidation({ requestHash, status }: ValidationReads, validators: readonly Address[]): Validation {
  if (requestHash === null || status === null)
    throw new ApiError('role_not_configured', 'validationRegistry lists a validation but does not return its status')
  const [validator, , response, responseHash, tag, lastUpdate] = status
  return {
    requestHash,
    validator,
    isTrusted: validators.some((trusted) => isAddressEqual(trusted, validator)),
    isAnswered: response > 0 || tag !== '' || responseHash !== zeroHash,
    response,
    responseHash,
    tag,
    lastUpdate: Number(lastUpdate),
  }
}
