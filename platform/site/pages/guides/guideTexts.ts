import { CHANGELOG, guidePageUrl } from '../../discovery/paths.ts'
import { type Deployment } from '../../../deployments.ts'
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
  /** One sentence, for lists and previews. */
  readonly description: string
}

/** The guides, rendered. */
export function guideTexts(deployment?: Deployment): readonly GuideText[] {
  const links = linksOf()
  return guides(deployment).map(({ name, description, text }) => ({
    name,
    description,
    path: guidePageUrl(name),
    markdown: text,
    ...renderMarkdown(text, links),
  }))
}

export function changelogText(deployment?: Deployment): GuideText {
  const markdown = readText('CHANGELOG.md', deployment)
  const description = 'What changed in each version of this service, for its callers and its operators, newest first.'
  return { name: 'changelog', description, path: CHANGELOG, markdown, ...renderMarkdown(markdown, linksOf()) }
}

const linksOf = (): Links => ({ ...guideLinks(), codeOf: codeLinks() })
