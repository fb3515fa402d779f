import { and, eq, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { creatorAgents as agents, creatorAgentWallets as wallets } from '../../../drizzle/creators.ts'
import { lower } from '../../../shared/text/address.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { fallingBy } from '../../../shared/store/openPage.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export interface CreatorAgent {
  readonly creatorAddress: Address
  readonly profileId: string
  readonly agentType: 'smart-wallet'
  readonly serverWalletId: string
  readonly smartWalletAddress: Address
  readonly listedPublicly: boolean
  /** Unix seconds, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A wallet of an agent, kept by the wallet provider. */
export interface AgentWallet {
  readonly id: string
  readonly address: Address
}

/** The end of a page: the last row's time and creator. */
type End = readonly [createdAt: number, creatorAddress: string]

interface Page {
  /** Also agents that are not listed publicly. */
  readonly all: boolean
  readonly creator?: Address | undefined
  readonly after?: End | undefined
  readonly limit: number
}

type AgentRow = Omit<typeof agents.$inferSelect, 'listedPublicly'> & { readonly listedPublicly: 0 | 1 }

/** Creators' agents and their wallets, in D1. Every method throws store_unavailable. */
export function createCreatorStore(d1: D1Database) {
  const { orm, thenFirst } = openStoredDatabase(d1)

  const find = (creator: Address): Promise<CreatorAgent | null> =>
    stored(async () => {
      const [row] = await orm
        .select()
        .from(agents)
        .where(eq(agents.creatorAddress, lower(creator)))
      return row ? toAgent(row) : null
    })

  const findWallet = (key: Address): Promise<AgentWallet | null> =>
    stored(async () => {
      const [row] = await orm
        .select()
        .from(wallets)
        .where(eq(wallets.key, lower(key)))
      return row ? toWallet(row) : null
    })

  return {
    find,

    /** The newest first, of two of the same second the one with the higher address. */
    list: ({ all, creator, after, limit }: Page): Promise<CreatorAgent[]> =>
      stored(async () => {
        const { order, rest } = fallingBy([agents.createdAt, agents.creatorAddress], after)
        const rows = await orm
          .select()
          .from(agents)
          .where(
            and(
              all ? undefined : eq(agents.listedPublicly, true),
              creator && eq(agents.creatorAddress, lower(creator)),
              rest,
            ),
          )
          .orderBy(...order)
          .limit(limit)
        return rows.map(toAgent)
      }),

    /**
     * Stores a creator's agent in place of an earlier one, whose creation time stays; `updatedAt` only changes if
     * something else does. An account has one agent: one that it had by another wallet goes. Returns what is there then.
     */
    async put(
      {
        creatorAddress,
        profileId,
        agentType,
        serverWalletId,
        smartWalletAddress,
        listedPublicly,
      }: Omit<CreatorAgent, 'createdAt' | 'updatedAt'>,
      now: number,
      answer: KeptAnswer,
    ): Promise<CreatorAgent | null> {
      const kept = await thenFirst<AgentRow>(
        [
          sql`delete from creator_agents where profile_id = ${profileId} and creator_address <> ${lower(creatorAddress)}`,
          sql`insert into creator_agents (creator_address, profile_id, agent_type, server_wallet_id, smart_wallet_address,
              listed_publicly, created_at, updated_at)
            values (${lower(creatorAddress)}, ${profileId}, ${agentType}, ${serverWalletId}, ${lower(smartWalletAddress)},
              ${listedPublicly ? 1 : 0}, ${now}, ${now})
            on conflict (creator_address) do update set profile_id = excluded.profile_id, agent_type = excluded.agent_type,
              server_wallet_id = excluded.server_wallet_id, smart_wallet_address = excluded.smart_wallet_address,
              listed_publicly = excluded.listed_publicly, updated_at = excluded.updated_at
            where (profile_id, agent_type, server_wallet_id, smart_wallet_address, listed_publicly) <>
              (excluded.profile_id, excluded.agent_type, excluded.server_wallet_id, excluded.smart_wallet_address,
              excluded.listed_publicly)`,
          ...keepAnswer(answer),
        ],
        sql`select ${listed(columnsOf(agents))} from creator_agents where creator_address = ${lower(creatorAddress)}`,
      )
      return kept && toAgent({ ...kept, listedPublicly: kept.listedPublicly === 1 })
    },

    findWallet,

    /**
     * Records the wallet that the provider made for a canonical wallet, unless one is recorded already; the one that is.
     * Null if the provider's wallet is that of another creator.
     */
    async keepWallet(key: Address, { id, address }: AgentWallet, now: number): Promise<AgentWallet | null> {
      const made = await thenFirst<typeof wallets.$inferSelect>(
        [
          sql`insert into creator_agent_wallets (key, agent_wallet_id, agent_wallet_address, created_at)
            values (${lower(key)}, ${id}, ${lower(address)}, ${now}) on conflict do nothing`,
        ],
        sql`select ${listed(columnsOf(wallets))} from creator_agent_wallets where key = ${lower(key)}`,
      )
      return made && toWallet(made)
    },
  }
}

const toWallet = ({ agentWalletId: id, agentWalletAddress: address }: typeof wallets.$inferSelect): AgentWallet => ({
  id,
  address: getAddress(address),
})

const toAgent = ({ creatorAddress, smartWalletAddress, ...row }: typeof agents.$inferSelect): CreatorAgent => ({
  ...row,
  creatorAddress: getAddress(creatorAddress),
  smartWalletAddress: getAddress(smartWalletAddress),
})
