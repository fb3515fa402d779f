import { eq } from 'drizzle-orm'
import { agentRegistrationState, agentVerificationReports } from '../../drizzle/agents.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

/** The file that was published last; times in unix seconds. */
export type Published = Omit<typeof agentRegistrationState.$inferSelect, 'agentKey'>

export type AgentRecords = ReturnType<typeof createAgentRecords>

/** What is remembered of the service's own agent in D1. Every method throws store_unavailable. */
export function createAgentRecords(d1: D1Database) {
  const { orm } = openDatabase(d1)
  return {
    /** The last good report as JSON, and when it was made; null without one. */
    async report(agentKey: string): Promise<{ readonly checkedAt: number; readonly report: string } | null> {
      const [row] = await stored(() =>
        orm.select().from(agentVerificationReports).where(eq(agentVerificationReports.agentKey, agentKey)),
      )
      return row ?? null
    },

    async keepReport(agentKey: string, checkedAt: number, report: string): Promise<void> {
      await stored(() =>
        orm
          .insert(agentVerificationReports)
          .values({ agentKey, checkedAt, report })
          .onConflictDoUpdate({ target: agentVerificationReports.agentKey, set: { checkedAt, report } }),
      )
    },

    async published(agentKey: string): Promise<Published | null> {
      const [row] = await stored(() =>
        orm.select().from(agentRegistrationState).where(eq(agentRegistrationState.agentKey, agentKey)),
      )
      return row ?? null
    },

    async keepPublished(agentKey: string, published: Published): Promise<void> {
      await stored(() =>
        orm
          .insert(agentRegistrationState)
          .values({ agentKey, ...published })
          .onConflictDoUpdate({ target: agentRegistrationState.agentKey, set: published }),
      )
    },
  }
}
