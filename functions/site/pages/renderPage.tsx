import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Frame } from './Frame.ts'
import { Shell } from './shell/Shell.tsx'

/** A page as HTML text. */
export const renderPage = (frame: Frame, page: ComponentChildren): string =>
  `<!doctype html>\n${renderToString(<Shell frame={frame}>{page}</Shell>)}\n`
