import { type IssueCode, isIssueCode } from '../../schema/errorGuide/issueFixes.ts'
import { ERRORS, type ErrorCode, isErrorCode } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { type Answering, errorFacts } from './errorFacts.ts'
import { ISSUE_CODES, issueFacts } from './issueFacts.ts'
import { pieceUrl } from './pieceUrls.ts'

/** Every code with an entry, of an error or of an issue; a few are both. */
export const CODES: readonly (ErrorCode | IssueCode)[] = [
  ...Object.keys(ERRORS).filter(isErrorCode),
  ...ISSUE_CODES.filter((code) => !isErrorCode(code)),
]

/** The entry of a code as Markdown: its cause, its fix, and the answers that have it. */
export const codePage = (code: ErrorCode | IssueCode): string =>
  [
    ...(isErrorCode(code) ? errorLines(code) : [`# ${code}`, '']),
    ...(isIssueCode(code) ? issueLines(code, isErrorCode(code) ? '###' : '##') : []),
  ].join('\n')

function issueLines(code: IssueCode, level: '##' | '###'): string[] {
  const { cause, fix, fields } = issueFacts(code)
  return [
    ...(level === '##' ? [] : ['## As an issue', '']),
    'An issue of an answer with status 200, not an error.',
    '',
    ...fields.map((field) => `- In ${field}`),
    '',
    `${level} Cause`,
    '',
    cause,
    '',
    `${level} Fix`,
    '',
    fix,
    '',
  ]
}

function errorLines(code: ErrorCode): string[] {
  const { title, status, fault, retry, isOutage, cause, fix, answering } = errorFacts(code)
  return [
    `# ${code}`,
    '',
    `${title}.`,
    '',
    `- Status: ${status}`,
    `- Fault: ${fault}`,
    `- Retry: ${retry}`,
    ...(isOutage ? ['- Outage: no chain node provided the data'] : []),
    '',
    '## Cause',
    '',
    cause,
    '',
    '## Fix',
    '',
    fix,
    '',
    '## Operations that answer with it',
    '',
    ...linesOf(answering),
    '',
  ]
}

function linesOf(answering: Answering): string[] {
  if ('sentence' in answering) return [answering.sentence]
  const { families, isShort } = answering
  if (isShort) return families.flatMap(({ operations }) => operations.map(line))
  return families.map(
    ({ family, operations }) =>
      `- [${family}](${pieceUrl(family)}): ${operations.map(({ operationId }) => operationId).join(', ')}`,
  )
}

const line = ({ operationId, method, path }: Operation): string =>
  `- [${operationId}](${operationUrl(operationId)}): \`${method.toUpperCase()} ${path}\``
