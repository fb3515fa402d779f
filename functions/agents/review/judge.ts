import type { REVIEW_CHECKS, REVIEW_LABELS } from '../../../schema/agents/reviewAnswer.ts'
import type { OnchainIdentity } from '../identity/registry/identityCalls.ts'
import type { ProbeResult } from './probeAgent.ts'

type Check = { readonly id: (typeof REVIEW_CHECKS)[number]; readonly passed: boolean; readonly detail: string }

export interface Judgement {
  readonly checks: Check[]
  readonly score: {
    readonly value: number
    readonly valueDecimals: 0
    readonly numericValue: number
    readonly label: (typeof REVIEW_LABELS)[number]
  }
  readonly reasoning: string
}

/** Services that make an agent one that others can find and use. */
const LEAST_SERVICES = 2
const MOST_STARS = 5

/** Findings of a review. The score is the number of checks that passed, at least one star: only all five make five. */
export function judge({ owner, uri, wallet }: OnchainIdentity, { registration, endpoint }: ProbeResult): Judgement {
  const { file, found } = registration
  const services = found?.services.length ?? 0
  const check = (id: Check['id'], passed: boolean, good: string, bad: string): Check => ({
    id,
    passed,
    detail: passed ? good : bad,
  })
  const checks = [
    check(
      'onchain-registration',
      owner !== null && uri !== null && uri !== '',
      'The identity registry has the agent and its agent URI.',
      'The identity registry has the agent, but no readable agent URI.',
    ),
    check(
      'registration-payload',
      file !== null && services > 0 && registration.namesAgent,
      'The registration file is valid (registration-v1) and names this agent.',
      file === null
        ? `The registration file is not usable: ${registration.error ?? 'it could not be read'}.`
        : services === 0
          ? 'The registration file names no service.'
          : 'The registration file does not name this agent in its registry.',
    ),
    check(
      'agent-wallet',
      wallet !== null,
      'The identity registry has a wallet of the agent.',
      'The identity registry has no wallet of the agent: it was never set, or was reset by a transfer of the agent.',
    ),
    check(
      'service-availability',
      endpoint?.ok === true,
      `The endpoint answered with status ${endpoint?.status}.`,
      endpoint
        ? `The endpoint check failed: ${endpoint.error ?? 'no document'}.`
        : services === 0
          ? 'The agent has no endpoint to check.'
          : 'The registration file names no endpoint with a complete http URL.',
    ),
    check(
      'discoverability',
      found?.active === true && services >= LEAST_SERVICES,
      `The registration file marks the agent as active and names ${services} services.`,
      found?.active === true
        ? `The registration file names fewer than ${LEAST_SERVICES} services.`
        : 'No registration file marks the agent as active.',
    ),
  ]
  const passed = checks.filter((one) => one.passed).length
  const value = Math.min(Math.max(passed, 1), MOST_STARS)
  return {
    checks,
    score: { value, valueDecimals: 0, numericValue: value, label: labelOf(value) },
    reasoning: [
      `${passed} of ${checks.length} checks passed.`,
      ...checks.map(({ id, detail }) => `${id}: ${detail}`),
    ].join(' '),
  }
}

function labelOf(stars: number): (typeof REVIEW_LABELS)[number] {
  if (stars >= 5) return 'Excellent'
  if (stars >= 4) return 'Strong'
  return stars >= 3 ? 'Promising' : 'Needs Work'
}
