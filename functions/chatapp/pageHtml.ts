/** Settings of the page: `data-` attributes of its root, so that the document needs no inline script. */
export interface PageSettings {
  readonly script: string
  readonly style: string
  /** Host that the page is from. */
  readonly host: string
  readonly data: Readonly<Record<string, string>>
}

/** The document of the Mini App page: who asks, the root of the script, and a notice for browsers without JavaScript. */
export const pageHtml = ({ script, style, host, data }: PageSettings): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Link your chat account · Creator Vaults</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(style)}">
<script type="module" src="${escape(script)}"></script>
<header class="service"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path class="shares" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z"/><path d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z"/></svg><strong>Creator Vaults</strong> <span>${escape(host)}</span></header>
<div id="root"${Object.entries(data)
  .map(([name, value]) => ` data-${name}="${escape(value)}"`)
  .join('')}></div>
<noscript><main><h1>Link your chat account</h1><p>This page of Creator Vaults needs JavaScript. Open it from the chat app.</p></main></noscript>
</html>
`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
