import { account } from './account.ts'
import { agents } from './agents.ts'
import { amoe } from './amoe.ts'
import { auction } from './auction.ts'
import { build } from './build.ts'
import { chatapp } from './chatapp.ts'
import { cre } from './cre.ts'
import { gateway } from './gateway.ts'
import { gauge } from './gauge.ts'
import { image } from './image.ts'
import { lottery } from './lottery.ts'
import { lotteryCoverage } from './lotteryCoverage.ts'
import { lotteryIngest } from './lotteryIngest.ts'
import { lpstrat } from './lpstrat.ts'
import { managedTokenList } from './managedTokenList.ts'
import { market } from './market.ts'
import { marketplace } from './marketplace.ts'
import { rpc } from './rpc.ts'
import { social } from './social.ts'
import { status } from './status.ts'
import { token } from './token.ts'
import { vault } from './vault.ts'
import { vaultExplore } from './vaultExplore.ts'
import { vetoken } from './vetoken.ts'
import { workspace } from './workspace.ts'
import type { FamilyName } from './families.ts'
import type { Operation } from './operation.ts'

/** Every operation of the contract by family, keyed by operationId: what the OpenAPI document and the law tests read. */
export const OPERATIONS: Record<FamilyName | 'gateway', Record<string, Operation>> = {
  gateway,
  token: { ...token, ...managedTokenList },
  vault: { ...vault, ...vaultExplore, ...status },
  auction,
  lottery: { ...lottery, ...lotteryCoverage, ...amoe, ...lotteryIngest, ...marketplace },
  gauge,
  vetoken,
  lpstrat,
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
}
