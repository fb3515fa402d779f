import { eq } from 'drizzle-orm'
import { agentRegistrationState, agentVerificationReports } from '../../drizzle/agents.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

/** A report as JSON, when it was made (unix seconds), and on which chain. */
export type KeptReport = Omit<typeof agentVerificationReports.$inferSelect, 'agentKey'>

/** The file that was published last; times in unix seconds. */
export type Published = Omit<typeof agentRegistrationState.$inferSelect, 'agentKey'>

export type AgentRecords = ReturnType<typeof createAgentRecords>

/** Records of the service's own agent in D1. Every method throws store_unavailable. */
export function createAgentRecords(d1: D1Database) {
  const { orm } = openDatabase(d1)
  return {
    /** The last good report; null without one. */
    async report(agentKey: string): Promise<KeptReport | null> {
      const [row] = await stored(() =>
        orm.select().from(agentVerificationReports).where(eq(agentVerificationReports.agentKey, agentKey)),
      )
      return row ?? null
    },

    async keepReport(agentKey: string, kept: KeptReport): Promise<void> {
      await stored(() =>
        orm
          .insert(agentVerificationReports)
          .values({ agentKey, ...kept })
          .onConflictDoUpdate({ target: agentVerificationReports.agentKey, set: kept }),
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
