import { ATTESTATION_REASONS } from '../../schema/agents/identityReport.ts'
import { WAITS } from '../../schema/context/actions.ts'
import { ISSUE_FIXES, type IssueCode, isIssueCode } from '../../schema/errorGuide/issueFixes.ts'
import { CANNOT_VOTE } from '../../schema/gauge/index.ts'
import { ISSUES } from '../../schema/issues.ts'
import { LIVE_REASONS } from '../../schema/lottery/reads.ts'

/** The entry of a code that an answer with status 200 has. */
export interface IssueFacts {
  readonly cause: string
  readonly fix: string
  /** Fields of answers that have the code. */
  readonly fields: readonly string[]
}

export const ISSUE_CODES: readonly IssueCode[] = Object.keys(ISSUE_FIXES).filter(isIssueCode)

export function issueFacts(code: IssueCode): IssueFacts {
  const [issue, wait, live, attestation] = [ISSUES, WAITS, LIVE_REASONS, ATTESTATION_REASONS].map(
    (texts): string | undefined => Object.entries(texts).find(([own]) => own === code)?.[1],
  )
  return {
    cause: sentence(issue ?? wait ?? live ?? attestation ?? ''),
    fix: ISSUE_FIXES[code],
    fields: [
      ...(issue === undefined ? [] : ['`issues` of builders; `warnings`, if the simulation succeeds anyway']),
      ...(wait === undefined ? [] : ['`waitsFor` of an action of `getWalletContext`']),
      ...(CANNOT_VOTE.some((own) => own === code) ? ['`reasons` of `getGaugeUserVotes`'] : []),
      ...(live === undefined ? [] : ['`reasons` of `getLotteryLive`']),
      ...(attestation === undefined
        ? []
        : ['`teeAttestation` of `getAgentIdentityVerification` and `getAgentProfile`']),
    ],
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
