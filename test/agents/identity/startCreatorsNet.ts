import { startCustody } from '../../../localnet/custody/startCustody.ts'
import { startAgentsNet } from '../support.ts'

/** An agents net with a wallet provider. */
export async function startCreatorsNet(variables: Readonly<Record<string, string>> = {}) {
  const custody = await startCustody()
  const at = await startAgentsNet({ variables: { ...custody.variables, ...variables } })
  return {
    ...at,
    custody,
    /** Forgets what creators have in the store. */
    async forget(): Promise<void> {
      const database = await at.net.database()
      await database.batch([
        database.prepare('delete from creator_agents'),
        database.prepare('delete from creator_agent_wallets'),
      ])
    },
    async stop() {
      await at.stop()
      await custody.stop()
    },
  }
}

export type CreatorsNet = Awaited<ReturnType<typeof startCreatorsNet>>
