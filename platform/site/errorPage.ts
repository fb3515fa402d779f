import type { ErrorCode } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { type Answering, errorFacts } from './errorFacts.ts'
import { pieceUrl } from './pieceUrls.ts'

/** The catalogue's entry of a code as Markdown: its cause, its fix, and the operations that answer it. */
export function errorPage(code: ErrorCode): string {
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
  ].join('\n')
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
