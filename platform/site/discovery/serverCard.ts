import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { SERVER_DESCRIPTION, SERVER_INFO } from '../../../functions/mcp/protocol/serverInfo.ts'
import { MCP_VERSION } from '../../../shared/domain/agents/registrationFile.ts'
import { MCP } from './paths.ts'

/** A host as the namespace of a name: `api.example.com` is `com.example.api`. */
const reverseDns = (host: string): string => host.split('.').toReversed().join('.')

/** Name of the MCP server in registries. */
const serverName = (baseUrl: string): string => `${reverseDns(new URL(baseUrl).hostname)}/${SERVER_INFO.name}`

/** Revisions of MCP that `/mcp` speaks, newest first: that of stateless requests, and those of the package's older transport. */
const PROTOCOL_VERSIONS: readonly string[] = [MCP_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS]

/** The common part of a card and `server.json`. */
export const serverIdentity = (baseUrl: string) => ({
  name: serverName(baseUrl),
  title: SERVER_INFO.title,
  description: SERVER_DESCRIPTION,
  version: SERVER_INFO.version,
})

/** A connection to the server. */
export const remoteAt = (origin: string) => ({
  type: 'streamable-http',
  url: `${origin}${MCP}`,
  headers: [
    {
      name: 'Authorization',
      description: 'Bearer and the token of an account session, for writes. Reads need none; sign_in is for builds.',
      isRequired: false,
      isSecret: true,
    },
  ],
})

/**
 * The card of the MCP server (SEP-2127, schema v1).
 *
 * @param origin of the host
 * @param baseUrl public base URL of the API, whose host names the server
 */
export const serverCard = (origin: string, baseUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  ...serverIdentity(baseUrl),
  websiteUrl: `${origin}/`,
  remotes: [{ ...remoteAt(origin), supportedProtocolVersions: PROTOCOL_VERSIONS }],
})
