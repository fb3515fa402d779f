import { isAddressEqual } from 'viem'
import type { Describe } from '../../../shared/chain/calls.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { isoOf } from '../../../shared/domain/agents/feedbackJson.ts'
import { identityRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { indexedAsOf, pointOf, usableStanding, waitForIndex } from '../../../shared/events/eventsFromIndex.ts'
import type { IndexStanding } from '../../../shared/store/indexStandings.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import { stored } from '../../../shared/store/stored.ts'
import { IDENTITY } from '../../../shared/store/streams.ts'
import { skeleton } from '../../../shared/text/skeleton.ts'
import type { IdentityContext, IdentityHandler } from './context.ts'

/** Agents of one wallet that are looked at: those that it received last. */
const MOST_OF_OWNER = 64

/**
 * A page of the registrations in the log index, newest first, with the owner that the registry names at that block, in one
 * upstream request. Without the index the registry is called, to explain it by a node or a registry that is missing.
 *
 * Throws invalid_request for a cursor of another list, role_not_configured, log_index_unavailable, behind_requested_block,
 * store_unavailable, and what a chain read throws.
 */
export const listAgents: IdentityHandler<'listAgents'> = async ({ query }, context) => {
  const { chain, agentFiles } = context
  const { agentId, owner, name, minBlock = 0 } = query
  const registry = chain.role('identityRegistry')
  const page = openPage(`agents:${JSON.stringify({ agentId, owner, name })}`, ['number', 'number'], query)
  const standing = await waitForIndex(context, minBlock, () => stored(() => usableStanding(context, [IDENTITY])))
  if (!standing) {
    await requireIdentityRegistry(chain)
    throw new ApiError('log_index_unavailable')
  }
  const of = { chain: standing.chain, registry, toBlock: standing.block }
  const owned = owner && (await agentFiles.ofOwner({ ...of, limit: MOST_OF_OWNER }, owner))
  const wanted = agentId === undefined ? undefined : BigInt(agentId)
  const ids = wanted === undefined ? owned : [wanted].filter((id) => owned?.includes(id) ?? true)
  const [blockNumber, logIndex] = page.after ?? []
  const before = blockNumber === undefined || logIndex === undefined ? undefined : { blockNumber, logIndex }
  const filters = { ids, skeleton: name === undefined ? undefined : skeleton(name) }
  const [isWhole, found] = await Promise.all([
    name === undefined || agentFiles.isWhole(of),
    agentFiles.page({ ...of, limit: page.limit }, filters, before),
  ])
  if (!isWhole)
    throw new ApiError(
      'log_index_unavailable',
      'the log index does not have the names of the newest agents yet; try again',
    )
  const { rows, nextCursor } = page.cut(found, (row) => [row.blockNumber, row.logIndex])
  const owners =
    rows.length === 0
      ? {}
      : await readOwners(
          context,
          rows.map((row) => row.agentId),
          standing,
        )
  const asOf = indexedAsOf(chain.config.chainId, standing)
  const agents = rows.flatMap((row) => {
    const own = owners[String(row.agentId)] ?? null
    if (owner && (own === null || !isAddressEqual(own, owner))) return []
    return [
      {
        agentId: agentIdJson(row.agentId),
        owner: own,
        name: row.name,
        nameReadAt: isoOf(row.nameReadAt),
        registeredAt: new Date(row.registeredAt * 1000).toISOString(),
        registeredBlock: String(row.blockNumber),
      },
    ]
  })
  return {
    asOf,
    data: { chainId: asOf.chainId, identityRegistry: registry, agents, count: agents.length, nextCursor },
  }
}

/** Throws role_not_configured if the contract does not answer as an identity registry, and what `chain.read` throws. */
async function requireIdentityRegistry(chain: Chain): Promise<void> {
  const registry = chain.role('identityRegistry')
  const { value } = await chain.read(({ at }) => ({ name: at(registry, identityRegistryAbi)('name') }))
  if (value.name === null)
    throw new ApiError('role_not_configured', `identityRegistry ${registry} does not answer as an identity registry`)
}

async function readOwners({ chain }: Pick<IdentityContext, 'chain'>, ids: readonly bigint[], standing: IndexStanding) {
  const registry = chain.role('identityRegistry')
  const describeReads = ({ at }: Describe) =>
    Object.fromEntries(ids.map((id) => [String(id), at(registry, identityRegistryAbi)('ownerOf', [id])]))
  return (await chain.read(describeReads, [], pointOf(standing))).value
}
