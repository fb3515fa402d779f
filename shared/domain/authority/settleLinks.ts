import { settleLink, type Settling } from './settleLink.ts'

/** Links that one run looks at; the next one continues. */
const MOST_LINKS = 50

/**
 * Looks at links of smart wallets at a finalized block, those first that an answer has denied, so that what is granted without
 * a read of its own follows the chain too. Throws store_unavailable.
 */
export async function settleLinks(settling: Settling): Promise<void> {
  for (const link of await settling.links.dueLinks(MOST_LINKS)) await settleLink(link, settling)
}
