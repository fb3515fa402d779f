import { KINDS } from '../../schema/context/resolve.ts'
import type { context as operations } from '../../schema/context/index.ts'
import { codeProbeCall, hasCode } from '../../shared/chain/codeProbe.ts'
import { readProofs } from '../../shared/domain/authority/readProofs.ts'
import { LANES } from '../../shared/domain/vault/readLanes.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { VaultRow } from '../../shared/store/vaults.ts'
import type { WalletsContext } from './context.ts'
import { createUnread, type Unread } from './createUnread.ts'
import { type Candidate, asLookalike, type Lookalike, looksLike, partsOf, shapesOf } from './resolve/Candidate.ts'
import { candidatesOf } from './resolve/candidatesOf.ts'
import { listedVaults } from './resolve/listedVaults.ts'
import { nextCall } from './resolve/nextCalls.ts'
import { parseQuery, readAs } from './resolve/parseQuery.ts'
import { MOST_LANES, readStored, type ResolvePart } from './resolve/readStored.ts'
import { resolveCalls } from './resolve/resolveCalls.ts'
import { getAddress } from 'viem'

/** Look-alikes of one candidate in an answer. */
const MOST = 8

/** Skeletons of the names that candidates go by, which the list of vaults is searched for. */
const shapesToSearch = (candidates: readonly Candidate[]): string[] =>
  [...new Set(candidates.flatMap(shapesOf))].slice(0, 6)

/** Each candidate with what can be mistaken for it: other candidates, and vaults of the list. */
function withLookalikes(candidates: readonly Candidate[], rows: readonly VaultRow[]) {
  const listed = rows.flatMap(partsOfRow)
  return candidates.map((candidate) => {
    const found = new Map<string, Lookalike>()
    for (const other of [...candidates, ...listed])
      if (looksLike(candidate, other)) found.set(`${other.kind} ${other.address}`, asLookalike(other))
    const { kind, chainId, address, next, ...own } = candidate
    return { kind, chainId, address, ...own, lookalikes: [...found.values()].slice(0, MOST), next }
  })
}

const partsOfRow = (row: VaultRow) =>
  partsOf({
    ...row,
    coin: getAddress(row.creatorCoin),
    vault: getAddress(row.vault),
    shareToken: row.shareToken && getAddress(row.shareToken),
    coinDecimals: null,
  })

const MOST_CANDIDATES = 32

/**
 * Meanings of a text. The store proposes vaults, profiles and agents; the registries and contracts confirm them at one
 * block, in one upstream request. Unconfirmed ones are omitted; parts that could not be read are in `unread`.
 *
 * Throws invalid_request, authority_unknown for a smart wallet that cannot be read, and what a chain read throws.
 */
export const resolveName: Handler<typeof operations.resolveName, WalletsContext> = async (
  { query: { q, minBlock = 0 } },
  context,
) => {
  const { chain } = context
  const { config } = chain
  const query = parseQuery(q, config)
  const unread = createUnread<ResolvePart>()
  if (!config.contracts.registry) unread.missing('vaults', 'role_not_configured')
  const stored = await readStored(context, { query, minBlock, unread })
  const proofs = stored.account?.proofs ?? []
  const probe = query.address ? [codeProbeCall([query.address])] : []
  const read = await readProofs(chain, proofs, (describe) => resolveCalls(describe, config, query, stored), probe)
  const { value: reads, asOf, carried, isConfirmed } = read
  const [isContract = null] = query.address ? await hasCode(chain, [query.address], carried[0]) : []

  if (query.basename !== null && reads.owner === null)
    unread.missing('basename', config.contracts.basenameResolver ? 'unanswered' : 'not_configured')
  if (reads.count === null) unread.missing('vaults', 'role_not_configured')
  if (stored.isBlind && (reads.count ?? 0n) > BigInt(LANES)) unread.missing('vaults', 'index_unavailable')
  if (query.agentId !== null && !config.contracts.identityRegistry) unread.missing('agents', 'role_not_configured')

  const isAccount = stored.account !== null && proofs.every(isConfirmed)
  const found = candidatesOf({ config, query, stored, reads, block: BigInt(asOf.blockNumber), isAccount })
  const candidates = withLookalikes(
    found.slice(0, MOST_CANDIDATES),
    await likeThem(context, found, { minBlock, unread }),
  )
  return {
    asOf,
    partial: unread.passes(),
    data: {
      chainId: asOf.chainId,
      query: query.text,
      readAs: readAs(query),
      candidates,
      address: query.address && {
        address: query.address,
        hasCode: isContract,
        ...whatIs(found, isContract, unread.parts.length === 0),
        next: [nextCall('getWalletContext', query.address)],
      },
      truncated: stored.isCut || found.length > MOST_CANDIDATES,
      unread: unread.parts,
    },
  }
}

/** Words for an address, and whether they are proven. */
function whatIs(found: readonly Candidate[], hasCode: boolean | null, isWhole: boolean) {
  const own = found.filter(({ match }) => match === 'address')
  const kinds = own.map(({ kind, agentId }) =>
    agentId === null ? KINDS[kind] : `the owner of agent ${agentId} of the identity registry (ERC-8004)`,
  )
  if (kinds.length > 0) return { is: kinds.join('; '), isProven: true }
  if (hasCode === null || !isWhole) return { is: 'unknown: not everything could be read', isProven: null }
  return { is: hasCode ? 'a contract that nothing proves' : 'a wallet, or an unused address', isProven: false }
}

/** Vaults of the list with names that look like those of the candidates. */
async function likeThem(
  context: WalletsContext,
  candidates: readonly Candidate[],
  { minBlock, unread }: { readonly minBlock: number; readonly unread: Unread<ResolvePart> },
): Promise<VaultRow[]> {
  const shapes = shapesToSearch(candidates)
  const rows = await unread.settle(
    'lookalikes',
    Promise.all(shapes.map((shape) => listedVaults(context, shape, { minBlock, limit: MOST_LANES }))),
  )
  return rows?.flat() ?? []
}
