import { LOCAL_ORIGIN, LOCAL_WALLET } from '../../atHost.ts'
import type { Frame } from '../Frame.ts'

/** Name of the site, after the title of each page. */
export const SITE_NAME = 'Creator Vaults'

/** HTML, section 4.12.1: nothing is painted before it has run. Preact has no type for it. */
const BLOCKING = { blocking: 'render' }

/** The head of a document. Every file that it names is the host's own. */
export function Head({ frame }: { readonly frame: Frame }) {
  const { title, description, path, origin, files, markdown, card, doubt, scripts = [] } = frame
  const whole = frame.area === 'home' ? title : `${title} · ${SITE_NAME}`
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{whole}</title>
      <meta name="description" content={description} />
      {doubt === undefined ? null : <meta name="robots" content="noindex" />}
      <meta name="color-scheme" content="light dark" />
      {origin === LOCAL_ORIGIN ? <meta name="local-wallet" content={LOCAL_WALLET} /> : null}
      <link rel="canonical" href={`${origin}${path}`} />
      {markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={markdown} />}
      <link rel="icon" href={files.icon} type="image/svg+xml" />
      <link rel="stylesheet" href={files.style} />
      {/* It chooses the language of samples: after the first paint, the text below them would move. */}
      <script type="module" src={files.scripts.page} {...BLOCKING} />
      {scripts.map((name) => (
        <script type="module" src={files.scripts[name]} />
      ))}
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`${origin}${path}`} />
      {doubt === undefined ? (
        <>
          <meta property="og:image" content={`${origin}${card ?? files.card}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
    </head>
  )
}
