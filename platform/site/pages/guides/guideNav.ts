import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { guidesByReader } from '../../guides.ts'

/** The guides by reader and topic, beside each page of text. */
export const guideNav = (): readonly NavSection[] =>
  guidesByReader().flatMap(({ readers, topics }) =>
    topics.map(([title, guides], at) => ({
      ...(at === 0 ? { part: readers } : {}),
      title,
      links: guides.map((guide) => ({ href: guidePageUrl(guide.name), text: guide.title })),
    })),
  )
