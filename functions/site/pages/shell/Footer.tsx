/** The same page for programs, and where programs begin. */
export function Footer({ markdown }: { readonly markdown: string | undefined }) {
  return (
    <footer class="bottom">
      <p>
        {markdown === undefined ? null : (
          <>
            <a href={markdown}>This page as Markdown</a> ·{' '}
          </>
        )}
        <a href="/llms.txt">llms.txt</a> · <a href="/openapi.json">OpenAPI</a> ·{' '}
        <a href="/.well-known/ai-catalog.json">AI catalog</a> · <a href="/docs/changelog">Changelog</a> ·{' '}
        <a href="/.well-known/security.txt">Security</a>
      </p>
      <p>This service answers and builds. It never holds a key, signs or sends a transaction.</p>
    </footer>
  )
}
