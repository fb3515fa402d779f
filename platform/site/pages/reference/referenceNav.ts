import type { NavSection } from '../../../../functions/site/pages/Frame.ts'
import { OPERATIONS } from '../../../../schema/index.ts'
import { operationPageUrl } from './urls.ts'

/** The operations by family, beside each page of the reference. */
export const referenceNav = (): readonly NavSection[] =>
  Object.entries(OPERATIONS).flatMap(([family, operations]) => {
    const links = Object.values(operations).map(({ operationId }) => ({
      href: operationPageUrl(operationId),
      text: operationId,
      isCode: true,
    }))
    return links.length === 0 ? [] : [{ title: family, links }]
  })
