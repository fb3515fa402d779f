import type { Form } from './preferredForm.ts'

const PAGE = /^\/(?:docs(?:\/[\w-]+){0,2}|status)$/
const ERROR = /^\/docs\/errors\/\w+$/

/**
 * Forms of a page of the site, the usual one first. Errors name their page to programs, which do better with Markdown; everything
 * else is a page for people first. Returns undefined for a path that no page can have.
 */
export function pageForms(path: string): readonly [Form, ...Form[]] | undefined {
  if (!PAGE.test(path)) return undefined
  const html = { asset: `${path}.html`, type: 'text/html' }
  const markdown = { asset: `${path}.md`, type: 'text/markdown' }
  return ERROR.test(path) ? [markdown, html] : [html, markdown]
}
