import * as z from 'zod'

/** Every http URL in a value. */
export function urlsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:\/\/\S+$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : []
}

/** Every http URL in a text, without the end of a sentence; templates do not count. */
export const urlsInText = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s)<>"`]+/g)]
    .map(([url]) => url.replace(/[.,;:]+$/, ''))
    .filter((url) => !url.includes('{'))

/** Links of a Link header (RFC 8288). */
export const linksIn = (header: string): { readonly href: string; readonly rel: string; readonly type: string }[] =>
  [...header.matchAll(/<([^>]*)>; rel="([^"]*)"; type="([^"]*)"/g)].map(([, href = '', rel = '', type = '']) => ({
    href,
    rel,
    type,
  }))

/** Types that a document may be sent with: its own, or that of the suffix (RFC 6838, section 4.2.8). */
export const typesFor = (type: string): string[] => {
  const suffix = type.slice(type.lastIndexOf('+') + 1)
  const plain: Readonly<Record<string, string>> = {
    json: 'application/json',
    yaml: 'application/yaml',
    md: 'text/markdown',
  }
  return [type, ...(type.includes('+') && plain[suffix] !== undefined ? [plain[suffix]] : [])]
}

/**
 * RFC 9309 section 2.2.2: of the rules of an agent that match, the longest one decides, and Allow among equals; `*` is any text,
 * `$` ends a path.
 */
export function rulesOf(text: string, agent = '*'): (path: string) => boolean {
  const group = text.split('\n\n').find((lines) => lines.split('\n').includes(`User-agent: ${agent}`)) ?? ''
  const rules = [...group.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, verb, rule = '']) => ({
    verb,
    rule,
    form: new RegExp(`^${rule.replaceAll(/[.?+]/g, String.raw`\$&`).replaceAll('*', '.*')}`),
  }))
  return (path) => {
    const matching = rules
      .filter(({ form }) => form.test(path))
      .toSorted((a, b) => b.rule.length - a.rule.length || (a.verb === 'Allow' ? -1 : 1))
    return matching[0]?.verb !== 'Disallow'
  }
}

const NAME = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
const Header = z.strictObject({
  name: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
})
const remote = {
  type: z.literal('streamable-http'),
  url: z.string().regex(/^https?:\/\/\S+$/),
  headers: z.array(Header),
}
const identity = {
  name: NAME,
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
}

/** What the schema v1 of server cards allows of what a card here has. */
export const ServerCard = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...identity,
  remotes: z.array(z.strictObject({ ...remote, supportedProtocolVersions: z.array(z.string()).min(1) })).min(1),
})

/** What the schema 2025-12-11 of `server.json` allows of what the file here has. */
export const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  ...identity,
  remotes: z.array(z.strictObject(remote)).min(1),
})

/** Agent Skills Discovery 0.2.0. */
export const SkillsIndex = z.strictObject({
  $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: z.array(
    z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        .max(64),
      type: z.literal('skill-md'),
      description: z.string().min(1).max(1024),
      url: z.string(),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    }),
  ),
})

/** AI Catalog 1.0. */
export const AiCatalog = z.strictObject({
  specVersion: z.literal('1.0'),
  host: z.strictObject({ displayName: z.string(), identifier: z.string(), documentationUrl: z.url() }),
  entries: z.array(
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+(:\d+)?:[a-z0-9]+:[a-z0-9-]+$/),
      type: z.string(),
      mediaType: z.string(),
      displayName: z.string(),
      description: z.string(),
      url: z.url(),
    }),
  ),
})

const link = z.object({ href: z.url(), type: z.string().optional() })
/** A linkset (RFC 9264) with the relations of RFC 8631 and RFC 9727. */
export const ApiCatalog = z.strictObject({
  linkset: z.array(
    z.strictObject({
      anchor: z.url(),
      item: z.array(link).optional(),
      'service-desc': z.array(link).optional(),
      'service-doc': z.array(link).optional(),
      'service-meta': z.array(link).optional(),
      status: z.array(link).optional(),
    }),
  ),
})
