import { WAITS } from '../../schema/context/actions.ts'
import { ISSUE_FIXES, type IssueCode, isIssueCode } from '../../schema/errorGuide/issueFixes.ts'
import { CANNOT_VOTE } from '../../schema/gauge/index.ts'
import { ISSUES } from '../../schema/issues.ts'

/** The entry of a code that an answer with status 200 has. */
export interface IssueFacts {
  readonly cause: string
  readonly fix: string
  /** Fields of answers that have the code. */
  readonly fields: readonly string[]
}

export const ISSUE_CODES: readonly IssueCode[] = Object.keys(ISSUE_FIXES).filter(isIssueCode)

export function issueFacts(code: IssueCode): IssueFacts {
  const [issue, wait] = [ISSUES, WAITS].map(
    (texts): string | undefined => Object.entries(texts).find(([own]) => own === code)?.[1],
  )
  return {
    cause: sentence(issue ?? wait ?? ''),
    fix: ISSUE_FIXES[code],
    fields: [
      ...(issue === undefined ? [] : ['`issues` of builders; `warnings`, if the simulation succeeds anyway']),
      ...(wait === undefined ? [] : ['`waitsFor` of an action of `getWalletContext`']),
      ...(CANNOT_VOTE.some((own) => own === code) ? ['`reasons` of `getGaugeUserVotes`'] : []),
    ],
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
