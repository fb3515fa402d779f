import { GUIDES, guidePageUrl } from '../../discovery/paths.ts'
import { guides } from '../../guides.ts'

const OTHER = /^(?:docs\/)?([\w-]+)\.md(#.*)?$/

/** Where a link of a Markdown file leads on the host. Throws an Error for one that leads nowhere. */
export function guideLinks(): (href: string) => string {
  const names = new Set(guides().map(({ name }) => name))
  return (href) => {
    if (/^(?:#|https:\/\/|\/)/.test(href)) return href
    const [, name, anchor = ''] = OTHER.exec(href) ?? []
    if (name !== undefined && names.has(name)) return `${guidePageUrl(name)}${anchor}`
    throw new Error(`a link to ${href}: it is not below ${GUIDES}`)
  }
}
