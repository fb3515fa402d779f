import type { ThingPages } from './Pages.ts'
import { renderAgent } from './things/renderAgent.tsx'
import { renderAuction } from './things/renderAuction.tsx'
import { renderUnread } from './things/renderUnread.tsx'
import { renderVault } from './things/renderVault.tsx'

/** The pages of things, which the Worker renders. */
export const things: ThingPages = {
  vault: renderVault,
  auction: renderAuction,
  agent: renderAgent,
  unread: renderUnread,
}
