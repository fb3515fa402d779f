import type { RichText, TextPart } from '../../../../functions/site/pages/shell/RichText.ts'
import { isIssueCode } from '../../../../schema/errorGuide/issueFixes.ts'
import { isErrorCode } from '../../../../schema/errors.ts'
import { OPERATIONS } from '../../../../schema/index.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { errorUrl } from '../../pieceUrls.ts'
import { operationPageUrl } from './urls.ts'

const IDS = new Set(Object.values(OPERATIONS).flatMap((family) => Object.keys(family)))

/** Code in backticks, a file of `docs/`, an operationId, an error code. A code of one word is no error code outside of backticks. */
const NAMES = /`([^`]+)`|\bdocs\/([\w-]+)\.md\b|\b([a-z]+[A-Z]\w*)\b|\b([a-z]+_[a-z_]+)\b/g

/**
 * A text of the contract with links to what it names: operations, codes of errors and issues, guides.
 *
 * @param own operationId of the page itself, which it does not link
 */
export function richText(text: string, own?: string): RichText {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(NAMES)) {
    const part = partOf(match, own)
    if (part === undefined) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(part)
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, text.slice(end)] : parts
}

function partOf(match: RegExpMatchArray, own: string | undefined): TextPart | undefined {
  const [, code, guide, id, error] = match
  if (guide !== undefined) return { code: guide, href: guidePageUrl(guide) }
  const name = code ?? id ?? error ?? ''
  if (IDS.has(name)) return name === own ? { code: name } : { code: name, href: operationPageUrl(name) }
  if ((isErrorCode(name) || isIssueCode(name)) && (code === undefined || name.includes('_')))
    return { code: name, href: errorUrl(name) }
  return code === undefined ? undefined : { code }
}

/** The same text as Markdown; links lead to the pages as Markdown. */
export const toMarkdown = (text: RichText): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part
      return part.href === undefined ? `\`${part.code}\`` : `[\`${part.code}\`](${markdownUrl(part.href)})`
    })
    .join('')

/** Path of a page as Markdown; a page may have an anchor, which stays. */
export const markdownUrl = (href: string): string => href.replace(/^(\/docs[^#]*)/, '$1.md')
