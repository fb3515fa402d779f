import { account } from './account/index.ts'
import { agents } from './agents/index.ts'
import { auction } from './auction/index.ts'
import { build } from './build/index.ts'
import { chatapp } from './chatapp/index.ts'
import { context } from './context/index.ts'
import { cre } from './cre/index.ts'
import { gauge } from './gauge/index.ts'
import { gateway } from './gateway/index.ts'
import { image } from './image/index.ts'
import { lottery } from './lottery/index.ts'
import { lpstrat } from './lpstrat/index.ts'
import { market } from './market/index.ts'
import { rpc } from './rpc/index.ts'
import { site } from './site/index.ts'
import { social } from './social/index.ts'
import { status } from './status/index.ts'
import { token } from './token/index.ts'
import { vault } from './vault/index.ts'
import { vetoken } from './vetoken/index.ts'
import { workspace } from './workspace/index.ts'
import type { FamilyName } from './families.ts'
import type { Operation } from './operation.ts'

/** Every operation of the contract by family, keyed by operationId: what the OpenAPI document and the law tests read. */
export const OPERATIONS: Record<FamilyName, Record<string, Operation>> = {
  // Its endpoints speak protocols of their own.
  mcp: {},
  status,
  site,
  token,
  vault,
  auction,
  lottery,
  gauge,
  vetoken,
  lpstrat,
  context,
  build,
  agents,
  social,
  chatapp,
  cre,
  account,
  rpc,
  image,
  workspace,
  market,
  gateway,
}
