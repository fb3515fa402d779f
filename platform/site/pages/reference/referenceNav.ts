import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import { OPERATIONS } from '../../../../schema/index.ts'
import { FAMILY_TITLES, familiesInOrder } from './familyTitles.ts'
import { familyPageUrl, operationPageUrl } from './urls.ts'

/** The operations by family, beside each page of the reference. */
export const referenceNav = (): readonly NavSection[] =>
  familiesInOrder().map((family) => ({
    title: FAMILY_TITLES[family].title,
    links: [
      { href: familyPageUrl(family), text: 'Overview' },
      ...Object.keys(OPERATIONS[family]).map((id) => ({ href: operationPageUrl(id), text: id, isCode: true })),
    ],
  }))
