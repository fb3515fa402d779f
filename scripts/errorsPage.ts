import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ErrorEntry } from '../schema/errorGuide/ErrorEntry.ts'
import { ISSUE_CODES, issueFacts } from '../platform/site/issueFacts.ts'
import { SECTIONS } from '../schema/errorGuide/sections.ts'
import { isErrorCode } from '../schema/errors.ts'
import { faultOf } from '../schema/faultOf.ts'

export const errorsFile = path.resolve(import.meta.dirname, '../docs/errors.md')

const INTRODUCTION = `---
description: Every error code by family, with its status, whether a retry helps, its cause and what to do about it.
---

# Errors

Written by \`npm run generate\` from \`schema/errors.ts\` and \`schema/errorGuide/\`.

An error has the body \`{"success":false,"error":"<code>: <text>"}\` and the header \`X-Error-Code\`. The code is stable. The text says
what is wrong and what to change; it is for people and models, and may change.

\`\`\`sh
curl -s -H 'Accept: application/problem+json' http://127.0.0.1:8787/api/v1/token/0x5fbd/metadata
\`\`\`

- \`Link: <https://…/docs/errors/{code}>; rel="help"\` leads to the entry of the code. \`rel="service-desc"\` leads to the part of
  the OpenAPI document that describes the operation.
- The OpenAPI document (\`/openapi.json\`) lists the codes of each operation in its \`x-errors\`, and has the tables of this page in
  \`x-errors\` of the document.
- Any path can answer \`not_found\`, \`method_not_allowed\` and \`family_unavailable\`.

## Problem details

The same error is available as problem details (RFC 9457): send \`Accept: application/problem+json\`, with a higher quality than JSON if
\`Accept\` has both (RFC 9110, section 12.5.1). A wildcard alone selects the envelope. Status and headers are the same.

| Member | |
|---|---|
| \`type\` | URL of the entry of the code, as in \`Link\` |
| \`title\`, \`status\`, \`code\` | a name of the code, the HTTP status, the code |
| \`detail\` | the fault of this request, as in the envelope; the title if nothing more is known |
| \`retryable\` | whether the same request may succeed later; \`Retry-After\` says when, if that is known |
| \`fix\` | what to do, from the tables below |
| \`fields\` | at most 16 wrong parts of the request. \`pointer\` is a JSON pointer as a URI fragment (RFC 6901, section 6) into the request as \`{path, query, header, body}\`, such as \`#/query/minBlock\` or \`#/body/calls/0/to\`; \`problem\` is its fault. Absent if the error names no part |
| \`requestId\` | \`X-Request-Id\` |

## 401

\`WWW-Authenticate\` has a challenge for every accepted scheme, each with its realm; the refused one has an \`error\`. \`Accept-Signature\`
lists what a signature must cover if ERC-8128 is accepted. The text says whether a credential is missing, wrong or expired, how to get
one, and where to send it. For secrets of machines it says only that they are missing or wrong.

| Challenge | Credential |
|---|---|
| \`Bearer realm="session"\` | the token of a session (\`POST /auth/verify\`); browsers send its cookie, which is not an HTTP scheme |
| \`SIWA realm="agent"\` | the receipt of an agent (\`POST /auth/agent-verify\`), in \`X-SIWA-Receipt\` or \`Authorization: SIWA\` |
| \`ERC8128 realm="agent"\` | a signature of this request, in addition to the receipt; its \`error\` is a code of ERC-8128 |
| \`Bearer realm="identity"\` | an access token of the identity provider; also in \`X-IdP-Token\` |
| \`Bearer realm="miniapp"\` | a session of the Mini App |
| \`Bearer realm="cron"\`, and any other name | the secret of that machine of the operator |
| \`HMAC realm="runtime"\` | the signature of the workflow runtime ([runtime.md](runtime.md)) |
| \`SIWE\`, \`SIWA\`, \`LaunchData\`, \`SignedMessage\` | in the body: a signed message, or launch data |

## Paths and parameters

A 404 \`not_found\` names the nearest operation. A path that ends in a slash is redirected (308) to the operation without the slash, with
its query.

Unknown query parameters and body fields have no effect. The answer lists at most 8 of them in \`X-Unknown-Parameters\`, a list of
structured fields (RFC 9651): \`minBlok; did-you-mean=minBlock\`. With \`Prefer: handling=strict\` (RFC 7240) they are 400
\`invalid_request\`, with \`Preference-Applied: handling=strict\`.

Builders, quotes, and writes that move or pay are always strict: an unknown field is 400 \`invalid_request\`, since a misspelt limit would
otherwise be replaced by a default. Their bodies have \`additionalProperties: false\` in the OpenAPI document.

## The columns

*Retry* says when the same request may succeed: after a number of seconds (\`Retry-After\`; an answer may state more), \`as stated\` in the
answer, or \`later\`, at a time that is not known. *no*: the request or the deployment has to change first.

*Fault* says who can correct it: the \`caller\`; the \`operator\` of the deployment; this \`service\`, which failed or is busy; \`upstream\`, a
service that it calls; or the \`chain\`: its nodes fail, or its state does not allow the request.

*outage* marks the codes that mean that no chain node provided the data. Before a read answers with one, it serves its last good
answer while that is not too old; a builder builds without the data.
`

const ISSUES = `## Issues of builds, and reasons in answers

These codes are not errors: an answer with status 200 has them. They are in \`issues\` of builders, in \`waitsFor\` of the actions of
getWalletContext, in \`reasons\` of getGaugeUserVotes and getLotteryLive, and in \`teeAttestation\` of getAgentIdentityVerification. A
message beside a code has the values of this case.

| Code | Cause | Fix |
|---|---|---|`

/** docs/errors.md: every code of the catalogue, with its cause and fix. */
export function errorsPage(): string {
  const sections = Object.entries(SECTIONS).flatMap(([title, guide]) => [
    `## ${title}`,
    '',
    '| Code | Status | Retry | Fault | Cause | Fix |',
    '|---|---|---|---|---|---|',
    ...Object.entries(guide).map(rowOf),
    '',
  ])
  const issues = ISSUE_CODES.map((code) => {
    const { cause, fix } = issueFacts(code)
    return `| \`${code}\` | ${cause} | ${fix} |`
  })
  return [INTRODUCTION, ...sections, ISSUES, ...issues, ''].join('\n')
}

function rowOf([code, entry]: [string, ErrorEntry]): string {
  if (!isErrorCode(code)) throw new Error(`${code} is not in the catalogue`)
  const { status, retry = 'no', outage, cause, fix } = entry
  const when = retry === 'stated' ? 'as stated' : typeof retry === 'number' ? `after ${retry} s` : retry
  return `| \`${code}\` | ${status} | ${when}${outage ? '; outage' : ''} | ${faultOf(code)} | ${cause} | ${fix} |`
}

if (process.argv[1] === import.meta.filename) {
  const page = errorsPage()
  if ((await readFile(errorsFile, 'utf8').catch(() => '')) !== page) await writeFile(errorsFile, page)
}
