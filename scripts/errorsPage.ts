import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SECTIONS } from '../schema/errorGuide/sections.ts'
import { ERRORS, isErrorCode } from '../schema/errors.ts'
import { faultOf } from '../schema/faultOf.ts'

export const errorsFile = path.resolve(import.meta.dirname, '../docs/errors.md')

const INTRODUCTION = `# Errors

Written by \`npm run generate\` from \`schema/errors.ts\` and \`schema/errorGuide/\`.

Every error has the body \`{"success":false,"error":"<code>: <what to change>"}\` and the code in \`X-Error-Code\`. The code is
stable; the text after it is for people and may change. The codes that an operation can answer are its \`x-errors\` in the OpenAPI
document (\`/openapi.json\`), whose own \`x-errors\` has these tables too. \`not_found\`, \`method_not_allowed\` and
\`family_unavailable\` answer in place of any operation.

*Retry* says whether the same request may succeed later: after that many seconds (\`Retry-After\`; an answer may state more), after
those that the answer states, or at a time that this service does not know. *No* means that the request, or the deployment, has
to change first. A code marked *outage* means that no chain node provided what was asked. Before they answer with it, reads serve their
last good answer while that is not too old, and builders build without what they would have read.
`

/** docs/errors.md: every code of the catalogue, with its cause and what to change. */
export function errorsPage(): string {
  const sections = Object.entries(SECTIONS).flatMap(([title, guide]) => [
    `## ${title}`,
    '',
    '| Code | Status | Retry | Fault | Cause | What to change |',
    '|---|---|---|---|---|---|',
    ...Object.entries(guide).map(([code, { cause, fix }]) => `| ${statusOf(code)} | ${cause} | ${fix} |`),
    '',
  ])
  return [INTRODUCTION, ...sections].join('\n')
}

function statusOf(code: string): string {
  if (!isErrorCode(code)) throw new Error(`${code} is not in the catalogue`)
  const { status, retry = 'no', outage } = ERRORS[code]
  const when = retry === 'stated' ? 'as stated' : typeof retry === 'number' ? `after ${retry} s` : retry
  return `\`${code}\` | ${status} | ${when}${outage ? '; outage' : ''} | ${faultOf(code)}`
}

if (process.argv[1] === import.meta.filename) {
  const page = errorsPage()
  if ((await readFile(errorsFile, 'utf8').catch(() => '')) !== page) await writeFile(errorsFile, page)
}
