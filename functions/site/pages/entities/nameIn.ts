import type { AgentPage } from './EntityPage.ts'

/** Name of an agent in its registration file, if this service has read that. */
export const nameIn = (registered: AgentPage['registered']): string | undefined =>
  (registered && 'data' in registered && registered.data.agents[0]?.name) || undefined
