import { CHANGELOG, guidePageUrl } from '../../discovery/paths.ts'
import { guides, readText } from '../../guides.ts'
import { codeLinks } from './codeLinks.ts'
import { guideLinks } from './guideLinks.ts'
import { type Links, type Rendered, renderMarkdown } from './renderMarkdown.ts'

/** A page that is a Markdown file of this project. */
export interface GuideText extends Rendered {
  readonly name: string
  /** Path of its page. */
  readonly path: string
  readonly markdown: string
  /** Its first sentence. */
  readonly description: string
}

/** The guides, rendered. */
export function guideTexts(): readonly GuideText[] {
  const links = linksOf()
  return guides().map(({ name, text }) => textOf(name, guidePageUrl(name), text, links))
}

export const changelogText = (): GuideText => textOf('changelog', CHANGELOG, readText('CHANGELOG.md'), linksOf())

const linksOf = (): Links => ({ ...guideLinks(), codeOf: codeLinks() })

function textOf(name: string, path: string, markdown: string, links: Links): GuideText {
  const rendered = renderMarkdown(markdown, links)
  const sentences = rendered.sections.flatMap(
    ({ text }) => text.replaceAll(/\s+/g, ' ').match(/\S.*?[.:](?=\s|$)/g) ?? [],
  )
  const first = sentences.find((sentence) => !sentence.includes('npm run generate')) ?? ''
  return { name, path, markdown, description: first.replace(/:$/, '.'), ...rendered }
}
