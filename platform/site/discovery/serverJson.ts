import { ENVIRONMENTS } from '../../workers.ts'
import { remoteAt, serverIdentity } from './serverCard.ts'

/** `server.json` for the MCP registry (schema 2025-12-11): the server of production. */
export function serverJson(): string {
  const { BASE_URL: baseUrl } = ENVIRONMENTS.production.variables
  const { origin } = new URL(baseUrl)
  const server = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...serverIdentity(baseUrl),
    websiteUrl: `${origin}/`,
    remotes: [remoteAt(origin)],
  }
  return `${JSON.stringify(server, undefined, 2)}\n`
}
