import { describeOperations } from '../../../mcp/describeOperations.ts'
import { framesOf } from '../framesOf.ts'
import type { SiteFile } from '../siteFiles.ts'
import type { Site } from '../Site.ts'
import { exampleText } from './answerOf.ts'
import { exampleCall } from './exampleCall.ts'
import { aboutFamily, familyPage } from './familyPage.ts'
import { familiesInOrder, FAMILY_TITLES } from './familyTitles.ts'
import { familyMarkdown, referenceMarkdown } from './listMarkdown.ts'
import { operationMarkdown } from './operationMarkdown.ts'
import { operationPage } from './operationPage.ts'
import { referencePage } from './referencePage.ts'
import { familyPageUrl, REFERENCE, operationPageUrl } from './urls.ts'
import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import { OPERATIONS } from '../../../../schema/index.ts'

/** The operations by family, beside each page of the reference. */
const referenceNav = (): readonly NavSection[] =>
  familiesInOrder().map((family) => ({
    title: FAMILY_TITLES[family].title,
    links: [
      { href: familyPageUrl(family), text: 'Overview' },
      ...Object.keys(OPERATIONS[family]).map((id) => ({ href: operationPageUrl(id), text: id, isCode: true })),
    ],
  }))

const ABOUT = 'Every operation of the API: what it answers, its parameters, errors and limits, and code to copy.'

/** The reference: its first page, a page for each family and for each operation; each also as Markdown. */
export function* referencePages(site: Site): Generator<SiteFile> {
  const { pages, origin, document, deployment } = site
  const frameOf = framesOf(site, 'docs', referenceNav())
  const described = describeOperations(document)
  const families = familiesInOrder().map(
    (family) => [family, described.filter(({ callable }) => callable.family === family)] as const,
  )

  const front = referencePage(families, document, deployment)
  const frontFrame = frameOf({ path: REFERENCE, title: 'API reference', description: ABOUT })
  yield [`${REFERENCE}.html`, pages.reference(frontFrame, front)]
  yield [`${REFERENCE}.md`, referenceMarkdown(frontFrame.title, front)]

  for (const [family, own] of families) {
    const page = familyPage(family, own, origin)
    const path = familyPageUrl(family)
    yield [
      `${path}.html`,
      pages.family(frameOf({ path, title: page.title, description: `${aboutFamily(family)}.` }), page),
    ]
    yield [`${path}.md`, familyMarkdown(page)]
  }
  for (const one of described) {
    const page = operationPage(one, document, deployment)
    const { href, summary } = page
    const frame = frameOf({ path: href, title: summary, description: one.operation.description ?? summary })
    yield [`${href}.html`, pages.operation({ ...frame, scripts: page.room ? ['try'] : [] }, page)]
    yield [
      `${href}.md`,
      operationMarkdown(page, exampleCall(one, document, deployment), exampleText(one.documented, document)),
    ]
  }
}
