import type { Frame, NavSection } from '../../../functions/site/pages/Frame.ts'
import type { Site } from './Site.ts'

/** The part of a frame that differs between pages of one area. */
type Page = Pick<Frame, 'path' | 'title' | 'description'>

/** Frames of an area whose pages have the same navigation and are served as Markdown too. */
export const framesOf =
  ({ files, origin }: Site, area: Frame['area'], nav: readonly NavSection[]) =>
  ({ path, title, description }: Page): Frame => ({
    area,
    path,
    title,
    description,
    origin,
    files,
    nav,
    markdown: `${path}.md`,
  })
