import { createHash } from 'node:crypto'
import { OPERATIONS } from '../../schema/index.ts'
import { DOCUMENT } from '../../schema/openapi.ts'
import type { Operation } from '../../schema/operation.ts'
import { credentialOf } from '../credentialOf.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { pieceUrl } from './pieceUrls.ts'

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100% }
td { padding: .35rem .75rem .35rem 0; border-top: 1px solid #ddd; vertical-align: top }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
h2 { margin-top: 2.5rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #111 } td { border-color: #333 } a { color: #8ab4f8 } }
`

/** The list of operations for people, as one HTML page without scripts, and the hash of its style for the CSP of its answer. */
export function apiPage(): { html: string; styleHash: string } {
  const { title, description, version } = DOCUMENT.info
  const sections = Object.entries(OPERATIONS).flatMap(([family, operations]) => {
    const rows = Object.values(operations).map(row)
    const about = DOCUMENT.tags.find((tag) => tag.name === family)?.description ?? ''
    return rows.length === 0
      ? []
      : [
          `<h2 id="${family}"><a href="${pieceUrl(family)}">${family}</a></h2>\n<p>${escape(about)}</p>\n<table>\n${rows.join('\n')}\n</table>`,
        ]
  })
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${STYLE}</style>
<h1>${escape(title)} ${version}</h1>
<p>${escape(description)}</p>
<p>Base path <code>/api</code> · OpenAPI 3.0.3: <a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a>, and below by family and operation · <a href="/.well-known/api-catalog">API catalog</a> · for agents: <a href="/llms.txt">llms.txt</a>, MCP at <code>/mcp</code> · <a href="/api/health">health</a></p>
${sections.join('\n')}
</html>
`
  return { html, styleHash: `sha256-${createHash('sha256').update(STYLE).digest('base64')}` }
}

function row(operation: Operation): string {
  const { operationId, method, path, summary } = operation
  const credential = credentialOf(operation)
  const needs = credential === '' ? '' : ` <small>(credential: ${credential})</small>`
  return `<tr id="${operationId}"><td><code>${method.toUpperCase()}</code><td><a href="${operationUrl(operationId)}"><code>${escape(path)}</code></a><td>${escape(summary)}${needs}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
