import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SECTIONS } from '../schema/errorGuide/sections.ts'
import { ERRORS, isErrorCode } from '../schema/errors.ts'
import { faultOf } from '../schema/faultOf.ts'

export const errorsFile = path.resolve(import.meta.dirname, '../docs/errors.md')

const INTRODUCTION = `# Errors

Written by \`npm run generate\` from \`schema/errors.ts\` and \`schema/errorGuide/\`.

Every error has the body \`{"success":false,"error":"<code>: <what to change>"}\` and the code in \`X-Error-Code\`. The code is
stable; the text after it is for people and may change. \`Link: <https://…/docs/errors/{code}>; rel="help"\` leads to the code’s entry here. The
codes that an operation can answer are its \`x-errors\` in the OpenAPI document (\`/openapi.json\`), whose own \`x-errors\` has these
tables too. \`not_found\`, \`method_not_allowed\` and \`family_unavailable\` answer in place of any operation.

## Problem details

A client that names \`application/problem+json\` in \`Accept\`, and JSON with no higher quality (RFC 9110, section 12.5.1), gets the same
error as RFC 9457 writes it; a wildcard alone leaves the envelope. Status and headers are the same.

| Member | |
|---|---|
| \`type\` | the URL of the code’s entry, as in \`Link\` |
| \`title\`, \`status\`, \`code\` | the code as words, the HTTP status, the code |
| \`detail\` | what is wrong with this request, as in the envelope; the title where nothing more is known |
| \`retryable\` | whether the same request may succeed later; \`Retry-After\` says when, if that is known |
| \`fix\` | what to change, from the tables below |
| \`fields\` | parts of the request that are wrong, at most 16: \`pointer\` is a JSON pointer as a URI fragment (RFC 6901, section 6) into the request as \`{path, query, header, body}\`, such as \`#/query/minBlock\` or \`#/body/calls/0/to\`; \`problem\` is what is wrong with it. Absent where the error names none |
| \`requestId\` | \`X-Request-Id\` |

## 401

\`WWW-Authenticate\` has a challenge for every scheme that the operation takes, each with its realm, and \`error\` at the one that was
refused. \`Accept-Signature\` says what a signature must cover where ERC-8128 is taken. The text says whether a credential is missing,
wrong or over, where its challenge is, and where it goes. Secrets of machines are missing or wrong, and no more is said.

| Challenge | Credential |
|---|---|
| \`Bearer realm="session"\` | the token of a session (\`POST /auth/verify\`); browsers send its cookie, which is no scheme of HTTP |
| \`SIWA realm="agent"\` | the receipt of an agent (\`POST /auth/agent-verify\`), in \`X-SIWA-Receipt\` or \`Authorization: SIWA\` |
| \`ERC8128 realm="agent"\` | a signature of this request, beside the receipt; its \`error\` is a code of ERC-8128 |
| \`Bearer realm="identity"\` | an access token of the identity provider; also in \`X-IdP-Token\` |
| \`Bearer realm="miniapp"\` | a session of the Mini App |
| \`Bearer realm="cron"\`, and any other name | the secret of that machine of the operator |
| \`HMAC realm="runtime"\` | the signature of the workflow runtime ([runtime.md](runtime.md)) |
| \`SIWE\`, \`SIWA\`, \`LaunchData\`, \`SignedMessage\` | the body holds what is refused: a signed message, or launch data |

## Paths and parameters

A 404 \`not_found\` names the nearest operation. A path that ends in a slash is redirected (308) to the one without it, with its
query, if that is an operation.

Query parameters that an operation does not know change nothing. The answer names them, at most 8, in \`X-Unknown-Parameters\`, a list of
structured fields (RFC 9651): \`minBlok; did-you-mean=minBlock\`. With \`Prefer: handling=strict\` (RFC 7240) they are 400
\`invalid_request\`, with \`Preference-Applied: handling=strict\`.

## The columns

*Retry* says whether the same request may succeed later: after that many seconds (\`Retry-After\`; an answer may state more), after
those that the answer states, or at a time that this service does not know. *No* means that the request, or the deployment, has
to change first. *Fault* says who can put it right: the \`caller\`, by another request or by what it has; the \`operator\`, since the
deployment lacks something; this \`service\`, which failed or is busy; \`upstream\`, a service that it asks; or the \`chain\`, whose nodes
fail or show that it cannot be. A code marked *outage* means that no chain node provided what was asked. Before they answer with
it, reads serve their last good answer while that is not too old, and builders build without what they would have read.
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
