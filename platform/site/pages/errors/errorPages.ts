import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import type { ErrorContent, IssueFix } from '../../../../functions/site/pages/errors/ErrorPage.ts'
import { type IssueCode, isIssueCode } from '../../../../schema/errorGuide/issueFixes.ts'
import { SECTIONS } from '../../../../schema/errorGuide/sections.ts'
import { type ErrorCode, ERRORS, isErrorCode } from '../../../../schema/errors.ts'
import { faultOf } from '../../../../schema/faultOf.ts'
import { ERRORS_PAGE, GUIDES } from '../../discovery/paths.ts'
import { errorDetailOf } from '../../errorDetailOf.ts'
import { type Answering, errorFacts } from '../../errorFacts.ts'
import { readText } from '../../guides.ts'
import { CODES } from '../../errorPage.ts'
import { ISSUE_CODES, issueFacts } from '../../issueFacts.ts'
import { errorUrl } from '../../pieceUrls.ts'
import { framesOf } from '../framesOf.ts'
import { highlight } from '../highlight.ts'
import { titleOf } from '../reference/familyTitles.ts'
import { richText } from '../reference/richText.ts'
import { operationPageUrl } from '../reference/urls.ts'
import type { Site } from '../Site.ts'
import type { SiteFile } from '../siteFiles.ts'

/** A page for each code of an error or issue, and their list; as Markdown the list is the guide to errors. */
export function* errorPages(site: Site): Generator<SiteFile> {
  const { pages, origin } = site
  const sections = Object.entries(SECTIONS).map(([title, guide]) => ({
    title,
    codes: Object.keys(guide).filter(isErrorCode),
  }))
  const nav: readonly NavSection[] = [...sections, { title: ISSUES_TITLE, codes: ISSUE_CODES }].map(
    ({ title, codes }) => ({
      title,
      links: codes.map((code) => ({ href: errorUrl(code), text: code, isCode: true })),
    }),
  )
  const frameOf = framesOf(site, 'docs', nav)

  const about =
    'Every code of an error or an issue that the API can answer with: its status, whether a retry helps, its cause and its fix.'
  const list = [
    ...sections.map(({ title, codes }) => ({ title, errors: codes.map(rowOf) })),
    { title: ISSUES_TITLE, errors: ISSUE_CODES.map(issueRowOf) },
  ]
  yield [
    `${ERRORS_PAGE}.html`,
    pages.errors(frameOf({ path: ERRORS_PAGE, title: 'Errors and issues', description: about }), list),
  ]
  yield [
    `${ERRORS_PAGE}.md`,
    readText('docs/errors.md', site.deployment).replaceAll(/\]\((?=[\w-]+\.md)/g, `](${GUIDES}/`),
  ]
  for (const code of CODES) {
    const error = isErrorCode(code) ? entryOf(code, origin) : undefined
    const issue = isIssueCode(code) ? issueOf(code) : undefined
    const path = errorUrl(code)
    const description = error ? `${error.title}. ${error.cause}` : (issue?.cause ?? '')
    yield [`${path}.html`, pages.error(frameOf({ path, title: code, description }), { code, error, issue })]
  }
}

const ISSUES_TITLE = 'Issues of builds, and reasons in answers'

const rowOf = (code: ErrorCode) => ({
  code,
  href: errorUrl(code),
  status: ERRORS[code].status,
  title: errorFacts(code).title,
  retry: ERRORS[code].retry === undefined ? 'no' : 'yes',
})

const issueRowOf = (code: IssueCode) => ({
  code,
  href: errorUrl(code),
  status: 200,
  title: issueFacts(code).cause,
  retry: 'see its fix',
})

const issueOf = (code: IssueCode): IssueFix => ({ ...issueFacts(code), fix: richText(issueFacts(code).fix) })

function entryOf(code: ErrorCode, origin: string): ErrorContent {
  const { title, status, fault, retry, isOutage, cause, fix, answering } = errorFacts(code)
  const { retry: when } = ERRORS[code]
  const text = errorDetailOf(code)
  const problem = {
    type: `${origin}${errorUrl(code)}`,
    title,
    status,
    detail: text ?? title,
    code,
    retryable: when !== undefined,
    fix,
    requestId: '5f0c1d1e-3b0a-4a55-9d0c-3f7f8f1f2a10',
  }
  const body = { success: false, error: text === undefined ? code : `${code}: ${text}` }
  const json = (value: unknown) => highlight(JSON.stringify(value, undefined, 2), 'json')
  return {
    title,
    status,
    isOwn: faultOf(code) === 'caller',
    fault,
    retry,
    isOutage,
    cause,
    fix,
    body: json(body),
    problem: json(problem),
    answering: shownOf(answering),
  }
}

const shownOf = (answering: Answering): ErrorContent['answering'] =>
  'sentence' in answering
    ? answering
    : {
        families: answering.families.map(({ family, operations }) => ({
          family: titleOf(family),
          operations: operations.map(({ operationId, summary }) => ({
            operationId,
            href: operationPageUrl(operationId),
            summary,
          })),
        })),
      }
