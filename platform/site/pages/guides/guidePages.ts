import type { Frame, PageLink } from '../../../../functions/site/pages/Frame.ts'
import { CHANGELOG, GUIDES, guidePageUrl } from '../../discovery/paths.ts'
import { guidesByReader } from '../../guides.ts'
import type { Site } from '../Site.ts'
import { framesOf } from '../framesOf.ts'
import type { SiteFile } from '../siteFiles.ts'
import { guideNav } from './guideNav.ts'
import { changelogText, type GuideText, guideTexts } from './guideTexts.ts'

/** A page for each guide, their list, and the changelog; each also as Markdown, except the guides, which discovery serves. */
export function* guidePages(site: Site): Generator<SiteFile> {
  const { pages } = site
  const frameOf = framesOf(site, 'guides', guideNav())

  const list = guidesByReader().map(({ readers, topics }) => ({
    readers,
    topics: topics.map(([topic, guides]) => ({
      topic,
      guides: guides.map(({ name, title, description }) => ({ href: guidePageUrl(name), title, about: description })),
    })),
  }))
  const about = { path: GUIDES, title: 'Guides', description: 'How to use, deploy and operate this service, by topic.' }
  yield [`${GUIDES}.html`, pages.guides(frameOf(about), list)]
  yield [`${GUIDES}.md`, listText(list)]
  for (const text of guideTexts(site.deployment))
    yield [`${text.path}.html`, pages.guide(frameWith(frameOf(text), text), text)]

  const changelog = changelogText(site.deployment)
  yield [`${CHANGELOG}.html`, pages.guide(frameWith(frameOf(changelog), changelog), changelog)]
  yield [`${CHANGELOG}.md`, changelog.markdown.replaceAll('](docs/', `](${GUIDES}/`)]
}

const frameWith = (frame: Frame, { sections }: GuideText): Frame => ({ ...frame, contents: contentsOf(sections) })

/** Headings of the second level; the third is too fine for a list beside the page. */
const contentsOf = (sections: GuideText['sections']): readonly PageLink[] =>
  sections.filter(({ level }) => level === 2).map(({ id, title }) => ({ href: `#${id}`, text: title }))

type List = Parameters<Site['pages']['guides']>[1]

const listText = (list: List): string =>
  [
    '# Guides',
    '',
    ...list.flatMap(({ readers, topics }) => [
      `## ${readers}`,
      '',
      ...topics.flatMap(({ topic, guides }) => [
        `### ${topic}`,
        '',
        ...guides.map(({ href, title, about }) => `- [${title}](${href}.md): ${about}`),
        '',
      ]),
    ]),
  ].join('\n')
