import type { Address } from 'viem'
import type { Describe, Shape } from '../../chain/calls.ts'
import type { BlockPoint, Chain } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { MOST_ENTRIES, type Feedback, type FeedbackQuery } from './Feedback.ts'
import { allFeedbackCall, entriesOf } from './registryFeedback.ts'
import { reputationRegistryAbi } from './registryAbis.ts'
import { agentCalls, requireAgent } from './requireAgent.ts'
import { sumsOf } from './summariseFeedback.ts'

/** Clients of one call, and calls of one answer. */
const [PAGE, PAGES] = [200, 10]

/**
 * The feedback on an agent, read 200 clients at a time at one block. What is too much for a call even so, and all clients
 * after the first 2000, is left out, and the answer is truncated.
 *
 * Throws upstream_failed if nothing can be read, agent_not_found, role_not_configured, and what a chain read throws.
 */
export async function readFeedbackPages(chain: Chain, query: FeedbackQuery, at?: BlockPoint): Promise<Feedback> {
  const { agentId, client } = query
  const clients = client ? [client] : await readClients(chain, agentId, at)
  const pages = Array.from({ length: Math.min(PAGES, Math.ceil(clients.length / PAGE)) }, (_, i) =>
    clients.slice(i * PAGE, (i + 1) * PAGE),
  )
  const describeReads = (describe: Describe) => ({
    agent: agentCalls(describe, chain, agentId),
    clients: clientsCall(describe, chain, agentId),
    pages: byNumber(pages.map((page) => allFeedbackCall(describe, chain, agentId, page, query))),
  })
  const { value, asOf } = await chain.read(describeReads, [], at)
  const agent = requireAgent(chain, agentId, value.agent)
  const read = Object.values(value.pages)
  const found = read.flatMap((page) => (page ? [entriesOf(page)] : []))
  if (read.length > 0 && found.length === 0) throw new ApiError('upstream_failed')
  const entries = found.flat()
  // Clients that came since the list was read are of this block too.
  const isAll = client !== undefined || value.clients?.length === clients.length
  const truncated = found.length < read.length || clients.length > PAGE * PAGES || !isAll
  return {
    asOf,
    agent,
    entries: entries.slice(0, MOST_ENTRIES),
    total: truncated ? null : entries.length,
    sums: sumsOf(entries),
    truncated,
  }
}

const clientsCall = ({ at }: Pick<Describe, 'at'>, { role }: Chain, agentId: bigint) =>
  at(role('reputationRegistry'), reputationRegistryAbi)('getClients', [agentId])

async function readClients(chain: Chain, agentId: bigint, at: BlockPoint | undefined): Promise<readonly Address[]> {
  const describeReads = (describe: Describe) => ({
    agent: agentCalls(describe, chain, agentId),
    clients: clientsCall(describe, chain, agentId),
  })
  const { value } = await chain.read(describeReads, [], at)
  requireAgent(chain, agentId, value.agent)
  if (!value.clients) throw new ApiError('upstream_failed')
  return value.clients
}

const byNumber = <S extends Shape>(parts: readonly S[]): Record<string, S> =>
  Object.fromEntries(parts.map((part, i) => [i, part]))
