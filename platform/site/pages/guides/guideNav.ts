import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { allGuidesByTopic } from '../../guides.ts'

/** The guides by topic, beside each page of text. */
export const guideNav = (): readonly NavSection[] =>
  allGuidesByTopic().map(([title, guides]) => ({
    title,
    links: guides.map((guide) => ({ href: guidePageUrl(guide.name), text: guide.title })),
  }))
