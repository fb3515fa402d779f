import { GUIDES, guidePageUrl } from '../../discovery/paths.ts'
import { guides } from '../../guides.ts'
import type { Links } from './renderMarkdown.ts'

const OTHER = /^(?:docs\/)?([\w-]+)\.md(#.*)?$/

/** Targets of a Markdown file's links on the host. Throws an Error for one that leads nowhere. */
export function guideLinks(): Pick<Links, 'linkOf' | 'titleOf'> {
  const titles = new Map(guides().map(({ name, title }) => [name, title]))
  return {
    linkOf(href) {
      if (/^(?:#|https:\/\/|\/)/.test(href)) return href
      const [, name, anchor = ''] = OTHER.exec(href) ?? []
      if (name !== undefined && titles.has(name)) return `${guidePageUrl(name)}${anchor}`
      throw new Error(`a link to ${href}: it is not below ${GUIDES}`)
    },
    titleOf: (file) => titles.get(OTHER.exec(file)?.[1] ?? ''),
  }
}
