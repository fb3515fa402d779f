import type { FamilyPage } from '../../../../functions/site/pages/reference/ReferencePage.ts'
import type { FamilyName } from '../../../../schema/families.ts'
import { DOCUMENT } from '../../../../schema/openapi.ts'
import type { Described } from '../../../mcp/describeOperations.ts'
import { guidePageUrl, MCP } from '../../discovery/paths.ts'
import { guides } from '../../guides.ts'
import { pieceUrl } from '../../pieceUrls.ts'
import { FAMILY_TITLES } from './familyTitles.ts'
import { operationLink } from './operationPage.ts'
import { richText } from './richText.ts'

/** The purpose of a family, in a sentence without its full stop. */
export const aboutFamily = (family: FamilyName): string =>
  DOCUMENT.tags.find(({ name }) => name === family)?.description ?? ''

/** Content of a family's page. Throws an Error for a guide that does not exist. */
export function familyPage(family: FamilyName, described: readonly Described[], origin: string): FamilyPage {
  const { title, guides: names } = FAMILY_TITLES[family]
  const all = new Map(guides().map((guide) => [guide.name, guide.title]))
  return {
    name: family,
    title,
    about: richText(`${aboutFamily(family)}.`),
    operations: described.map(operationLink),
    guides: names.map((name) => {
      const text = all.get(name)
      if (text === undefined) throw new Error(`${family}: docs/${name}.md does not exist`)
      return { href: guidePageUrl(name), text }
    }),
    specUrl: pieceUrl(family),
    mcpUrl: `${origin}${MCP}/x/${family}`,
  }
}
