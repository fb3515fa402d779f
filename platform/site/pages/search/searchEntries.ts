import { KINDS, type Kind, type SearchEntry } from '../../../../functions/site/live/search/SearchEntry.ts'
import { CATALOGUE } from '../../../../schema/errorGuide/sections.ts'
import { ERRORS, isErrorCode } from '../../../../schema/errors.ts'
import { OPERATIONS } from '../../../../schema/index.ts'
import { titleOf } from '../../../../schema/titleOf.ts'
import { CONCEPTS_PAGE } from '../../discovery/paths.ts'
import { ISSUE_CODES, issueFacts } from '../../issueFacts.ts'
import { errorUrl } from '../../pieceUrls.ts'
import { CONCEPT_TEXTS } from '../concepts/conceptTexts.ts'
import { guideTexts } from '../guides/guideTexts.ts'
import { operationPageUrl } from '../reference/urls.ts'

/** Bytes of the index as gzip, at most. */
export const SEARCH_BYTES = 80_000
/** Characters of a text that are kept: enough to say what it is about. */
const KEPT = 150
/** Guides that list what has pages of its own. */
const LISTS = ['errors', 'operations', 'requirements']

/** All that search finds: operations, guides by heading, concepts and errors. */
export function searchEntries(): readonly SearchEntry[] {
  const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
  return [
    ...operations.map(({ operationId, method, path, summary }) =>
      entry('Operations', operationId, operationPageUrl(operationId), `${summary}. ${method.toUpperCase()} ${path}`),
    ),
    ...guideTexts().flatMap(({ name, path, title, sections }) =>
      sections
        .filter(({ level, id }) => level < 3 && (id === '' || !LISTS.includes(name)))
        .map(({ id, title: heading, text }) =>
          id === ''
            ? entry('Guides', title, path, text)
            : entry('Guides', `${title}: ${heading}`, `${path}#${id}`, text),
        ),
    ),
    ...CONCEPT_TEXTS.map(({ id, title, text }) => entry('Concepts', title, `${CONCEPTS_PAGE}#${id}`, text)),
    ...Object.keys(ERRORS)
      .filter(isErrorCode)
      .map((code) => entry('Errors', code, errorUrl(code), `${titleOf(code)}. ${CATALOGUE[code].cause}`)),
    ...ISSUE_CODES.filter((code) => !isErrorCode(code)).map((code) =>
      entry('Errors', code, errorUrl(code), issueFacts(code).cause),
    ),
  ]
}

function entry(kind: Kind, title: string, url: string, text: string): SearchEntry {
  const words = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*\s]+/g, ' ')
    .trim()
  const short = words.length > KEPT ? `${words.slice(0, words.lastIndexOf(' ', KEPT))}…` : words
  return [KINDS.indexOf(kind), title, url, short]
}
