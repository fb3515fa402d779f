import { type SQL, sql } from 'drizzle-orm'
import { type Address, encodeAbiParameters, hexToBigInt, type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { agentFiles } from '../../drizzle/agentFiles.ts'
import type { LogPosition } from '../chain/IndexedLog.ts'
import { lower } from '../text/address.ts'
import { plainTextOrNull } from '../text/plainText.ts'
import { skeleton } from '../text/skeleton.ts'
import { type Database, putRows, revisionIs } from './database.ts'
import { newestChain } from './indexStandings.ts'
import { stored } from './stored.ts'

export type AgentFileRow = typeof agentFiles.$inferSelect

/** A registration in the log index; its time in unix seconds. */
export interface RegisteredAgent extends LogPosition {
  readonly agentId: bigint
  readonly registeredAt: number
  /** From the file at its newest URI; null if that was not read, or has none. */
  readonly name: string | null
  /** Unix seconds when the file was read from another host; null if it is within the URI, or was not read. */
  readonly nameReadAt: number | null
}

interface Where {
  /** Id of the chain's row. */
  readonly chain: number
  readonly registry: Address
  readonly toBlock: number
  readonly limit: number
}

const REGISTERED = toEventSelector('Registered(uint256,string,address)')
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const URI_UPDATED = toEventSelector('URIUpdated(uint256,string,address)')
/** Transfers of agents that are looked at: anybody may send a wallet as many as they like. */
const TRANSFERS = 256
const MOST_NAME = 128
/** Longer URIs than this one are files themselves. */
const MOST_URI = 2048

/** The columns for a name. */
export const namedFile = (
  given: string | null,
  readAt: number | null = null,
): Pick<AgentFileRow, 'name' | 'skeleton' | 'readAt'> => {
  const name = plainTextOrNull(given, MOST_NAME)
  return { name, skeleton: name === null ? null : skeleton(name), readAt }
}

/** Whether a row of agent_files, f, is of an event of this registry: a chain may have had another one. */
const isOf = (
  registry: Address,
): SQL => sql`exists (select 1 from logs e where e.chain = f.chain and e.stream = 'identity'
  and e.block_number = f.block_number and e.log_index = f.log_index and e.address = ${lower(registry)})`

export type AgentFiles = ReturnType<typeof createAgentFiles>

/** Registered agents and the names in their files, from the log index. Every method throws store_unavailable. */
export function createAgentFiles({ orm, batch }: Pick<Database, 'orm' | 'batch'>) {
  function following(chain: number, registry: Address, limit: number, dataCharacters: number) {
    const last = (column: SQL) => sql`(select ${column} from agent_files f where chain = ${chain} and ${isOf(registry)}
      order by block_number desc, log_index desc limit 1)`
    return stored(() =>
      orm.all<LogPosition & { topic0: Hex; topic1: Hex; topic2: Hex; data: Hex }>(sql`
        select block_number as blockNumber, log_index as logIndex, topic0, topic1, topic2, substr(data, 1, ${dataCharacters}) as data
        from logs where chain = ${chain} and stream = 'identity' and address = ${lower(registry)}
        and topic0 in (${REGISTERED}, ${URI_UPDATED})
        and (block_number, log_index) > (coalesce(${last(sql`block_number`)}, -1), coalesce(${last(sql`log_index`)}, -1))
        order by block_number, log_index limit ${limit}`),
    )
  }

  return {
    /** Events that set a URI, after the last one that has a row, oldest first; their data cut to so many characters. */
    following,

    /** Whether all URIs that were set up to a block have their rows: an agent may have a name that is not known yet. */
    isWhole: async ({ chain, registry, toBlock }: Pick<Where, 'chain' | 'registry' | 'toBlock'>): Promise<boolean> =>
      !(await following(chain, registry, 1, 0)).some(({ blockNumber }) => blockNumber <= toBlock),

    /** Stores rows while the log index is still at a revision; false if it is not. */
    keep: async (chain: number, revision: number, rows: readonly AgentFileRow[]): Promise<boolean> =>
      (await stored(() => batch(putRows(agentFiles, rows, revisionIs(chain, revision))))).some((n) => n > 0),

    /**
     * Keeps the name in a file on another host, with the time when it was read (`now`, in milliseconds), if its URI is the newest one of
     * the agent and has its row. The job reads files within URIs. Never throws: what was read is right without it.
     */
    async keepRead(
      { chainId, identityRegistry, agentId }: { chainId: number; identityRegistry: Address; agentId: bigint },
      { rawUrl: uri, fetched, name: given }: { rawUrl: string | null; fetched: boolean; name: string | null },
      now: number,
    ): Promise<void> {
      if (uri === null || !fetched || uri.length > MOST_URI || /^data:/i.test(uri)) return
      const { name, skeleton: shape, readAt } = namedFile(given, Math.floor(now / 1000))
      const newest = sql`select chain, block_number, log_index, data from logs where chain = ${newestChain(chainId)}
        and stream = 'identity' and address = ${lower(identityRegistry)} and topic1 = ${toTopic(agentId)}
        and topic0 in (${REGISTERED}, ${URI_UPDATED}) order by block_number desc, log_index desc limit 1`
      await stored(() =>
        batch([
          sql`update agent_files set name = ${name}, skeleton = ${shape}, read_at = ${readAt}
          where (chain, block_number, log_index) in (select chain, block_number, log_index from (${newest})
          where data = ${encodeAbiParameters([{ type: 'string' }], [uri])})`,
        ]),
      ).catch(() => undefined)
    },

    /** A page of registrations, newest first: of all agents, of these ids, or of those with a name of this skeleton. */
    async page(
      { chain, registry, toBlock, limit }: Where,
      filters: { readonly ids?: readonly bigint[] | undefined; readonly skeleton?: string | undefined },
      before?: LogPosition,
    ): Promise<RegisteredAgent[]> {
      const ids = filters.ids && JSON.stringify(filters.ids.map(toTopic))
      const later = sql`select 1 from logs u where u.chain = l.chain and u.stream = l.stream and u.address = l.address
        and u.topic1 = l.topic1 and u.topic0 = ${URI_UPDATED} and u.block_number <= ${toBlock}
        and (u.block_number, u.log_index) > (f.block_number, f.log_index)`
      const rows = await stored(() =>
        orm.all<Omit<RegisteredAgent, 'agentId'> & { topic1: Hex }>(sql`
          select l.topic1, l.block_number as blockNumber, l.log_index as logIndex, l.block_time as registeredAt, f.name, f.read_at as nameReadAt
          from logs l left join agent_files f on f.chain = l.chain and f.agent_id = l.topic1
            and f.block_number <= ${toBlock} and ${isOf(registry)} and not exists (${later})
          where l.chain = ${chain} and l.stream = 'identity' and l.address = ${lower(registry)}
            and l.topic0 = ${REGISTERED} and l.block_number <= ${toBlock}
            ${when(ids, (json) => sql`and l.topic1 in (select value from json_each(${json}))`)}
            ${when(
              filters.skeleton,
              (shape) => sql`and f.skeleton = ${shape}
                and l.topic1 in (select agent_id from agent_files where chain = ${chain} and skeleton = ${shape})`,
            )}
            ${when(before, (at) => sql`and (l.block_number, l.log_index) < (${at.blockNumber}, ${at.logIndex})`)}
          order by l.block_number desc, l.log_index desc limit ${limit}`),
      )
      return rows.map(({ topic1, ...row }) => ({ ...row, agentId: hexToBigInt(topic1) }))
    },

    /** Ids of agents that a registry (ERC-721) has given a wallet, the newest first, whether or not it still owns them. */
    async ofOwner({ chain, registry, toBlock, limit }: Where, wallet: Address): Promise<bigint[]> {
      // The plus keeps this term from an index: the planner would look through all logs of the contract for those of a wallet.
      const newest = sql`select topic3, block_number from logs where chain = ${chain} and stream = 'identity'
        and topic2 = ${pad(lower(wallet))} and block_number <= ${toBlock} and topic0 = ${TRANSFER}
        and +address = ${lower(registry)} order by block_number desc, log_index desc limit ${TRANSFERS}`
      const rows = await stored(() =>
        orm.all<{ topic3: Hex }>(sql`select topic3 from (${newest})
          group by topic3 order by max(block_number) desc, topic3 desc limit ${limit}`),
      )
      return rows.map(({ topic3 }) => hexToBigInt(topic3))
    },
  }
}

const toTopic = (id: bigint): Hex => numberToHex(id, { size: 32 })

const when = <T>(given: T | undefined, then: (given: T) => SQL): SQL => (given === undefined ? sql`` : then(given))
