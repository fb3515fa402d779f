import type { FamilyName } from '../../../../schema/families.ts'
import { OPERATIONS } from '../../../../schema/index.ts'

/** Titles of the families, in the order in which the reference lists them; the guides that are about each. */
export const FAMILY_TITLES: Readonly<
  Record<FamilyName, { readonly title: string; readonly guides: readonly string[] }>
> = {
  vault: { title: 'Vaults', guides: ['quickstart-python'] },
  token: { title: 'Share tokens', guides: ['token-list'] },
  auction: { title: 'Auctions', guides: ['building'] },
  lottery: { title: 'Lottery', guides: ['messages'] },
  gauge: { title: 'Gauge voting', guides: ['building'] },
  vetoken: { title: 'Vote escrow', guides: ['client'] },
  lpstrat: { title: 'LP strategies', guides: ['building'] },
  context: { title: 'Names and wallets', guides: ['resolve', 'context'] },
  build: { title: 'Builders', guides: ['building', 'idempotency'] },
  market: { title: 'Swaps and trend coins', guides: ['swaps', 'coin-trend'] },
  agents: { title: 'Agents', guides: ['agents', 'reputation', 'review', 'rooms', 'intelligence', 'assistant'] },
  social: { title: 'Agent graphs and chat', guides: ['reputation', 'messages'] },
  account: { title: 'Accounts', guides: ['accounts', 'wallets', 'portfolio', 'handoff'] },
  workspace: { title: 'Workspaces', guides: ['workspace', 'keepers', 'deploying-vaults'] },
  image: { title: 'Images', guides: ['images'] },
  rpc: { title: 'JSON-RPC', guides: ['rpc-proxy', 'paymaster'] },
  chatapp: { title: 'Chat app', guides: ['chatapp'] },
  cre: { title: 'Workflow runtime', guides: ['runtime'] },
  gateway: { title: 'Many reads at once', guides: ['batch'] },
  status: { title: 'Status', guides: ['status'] },
  site: { title: 'API documents', guides: ['documents', 'discovery'] },
  mcp: { title: 'MCP', guides: ['mcp', 'a2a'] },
}

const isFamily = (name: string): name is FamilyName => Object.hasOwn(FAMILY_TITLES, name)

/** Title of a family. Throws an Error for a name that is not one. */
export function titleOf(family: string): string {
  if (!isFamily(family)) throw new Error(`${family}: is not a family`)
  return FAMILY_TITLES[family].title
}

/** The families that have operations, as the reference lists them. */
export const familiesInOrder = (): readonly FamilyName[] =>
  Object.keys(FAMILY_TITLES)
    .filter(isFamily)
    .filter((family) => Object.keys(OPERATIONS[family]).length > 0)
