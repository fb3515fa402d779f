import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import * as z from 'zod'

/** How the published client finds the revision: as it comes, by asking, or with the newest one alone. */
export const MODES: Readonly<Record<'auto' | 'default' | 'pinned', ClientOptions>> = {
  auto: { versionNegotiation: { mode: 'auto' } },
  default: {},
  pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
}

/** The published client, connected. */
export async function connect(
  url: string,
  mode: keyof typeof MODES = 'auto',
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, MODES[mode])
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The structured content of a tool's result; throws an Error with the text of one that is an error. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args })
  if (result.isError) throw new Error(textOf(result))
  return result.structuredContent
}

export const textOf = ({ content }: Pick<CallToolResult, 'content'>): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join(' ')

const Failed = z.object({
  isError: z.literal(true),
  structuredContent: z.object({
    error: z.looseObject({
      code: z.string(),
      message: z.string(),
      fix: z.string().optional(),
      next: z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), why: z.string() }),
    }),
  }),
})

/** The error of a result that is one. */
export const errorOf = (result: object) => Failed.parse(result).structuredContent.error
