import type { EntityPages } from './Pages.ts'
import { renderAgent } from './entities/renderAgent.tsx'
import { renderAuction } from './entities/renderAuction.tsx'
import { renderUnread } from './entities/renderUnread.tsx'
import { renderList } from './lists/renderList.tsx'
import { renderVault } from './entities/renderVault.tsx'

/** The pages of entities, which the Worker renders. */
export const entities: EntityPages = {
  vault: renderVault,
  auction: renderAuction,
  agent: renderAgent,
  list: renderList,
  unread: renderUnread,
}
