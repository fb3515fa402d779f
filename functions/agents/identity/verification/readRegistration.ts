import * as z from 'zod'
import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import { RegistrationFile } from '../../../../schema/agents/registration.ts'
import { agentIdJson, caip10, type CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { isImmutable } from '../../../../shared/domain/agents/uriPolicy.ts'
import type { OutsideResult } from '../../../../shared/outside/ReadOutside.ts'
import { parseJson } from '../../../../shared/text/json.ts'

const sourceOf = (uri: string | null): IdentityReport['onchainRegistration']['source'] => {
  if (uri === null || uri === '') return 'none'
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return scheme === 'data' || scheme === 'ipfs' || scheme === 'ar' || scheme === 'https' ? scheme : 'other'
}

/** The registration file that a URI leads to: the report on it, the file if it is complete, and the facts that were found in it. */
export type ReadRegistration = IdentityReport['onchainRegistration'] & {
  readonly file: RegistrationFile | null
  readonly found: FoundRegistration | null
}

/** Facts about an agent from its file, complete or not: a fresh agent does not know its id, and many files have older names. */
const FoundRegistration = z.object({
  name: z.string().min(1).nullable().catch(null),
  active: z.boolean().nullable().catch(null),
  x402Support: z.boolean().nullable().catch(null),
  services: z
    .array(
      z
        .object({ name: z.string().catch(''), endpoint: z.string() })
        .nullable()
        .catch(null),
    )
    .catch([])
    .transform((services) => services.filter((service) => service !== null)),
})
type FoundRegistration = z.output<typeof FoundRegistration>

function findIn(document: unknown): FoundRegistration | null {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return null
  const { services, endpoints = [], ...others }: Record<string, unknown> = { ...document }
  const listed: unknown = services ?? endpoints
  const withEndpoint = (one: unknown) =>
    typeof one === 'object' && one !== null && 'url' in one && !('endpoint' in one)
      ? { ...one, endpoint: one.url }
      : one
  const given = { ...others, services: Array.isArray(listed) ? listed.map(withEndpoint) : listed }
  return FoundRegistration.parse({ name: null, active: null, x402Support: null, ...given })
}

export async function readRegistration(
  uri: string | null,
  read: (uri: string) => Promise<OutsideResult>,
): Promise<ReadRegistration> {
  const nothing = {
    fetched: false,
    valid: false,
    name: null,
    serviceCount: null,
    active: null,
    x402Support: null,
    file: null,
    found: null,
  }
  const head = { source: sourceOf(uri), rawUrl: uri }
  if (uri === null || uri === '')
    return { ...head, ...nothing, finalUrl: null, payload: null, error: 'the agent has no URI on chain' }
  const document = await read(uri)
  if (!document.ok) return { ...head, ...nothing, finalUrl: document.finalUrl, payload: null, error: document.detail }
  const { file, found, error } = parseRegistration(document.bytes)
  const finalUrl = isImmutable(uri) ? uri : document.finalUrl
  if (!found) return { ...head, ...nothing, finalUrl, fetched: true, payload: null, error }
  const { name, active, x402Support, services } = found
  const facts = { name, serviceCount: services.length, active, x402Support }
  return { ...head, finalUrl, fetched: true, valid: file !== null, ...facts, payload: file, file, found, error }
}

/** Deeper nesting could not be written out again. */
const MOST_DEPTH = 16

type ParsedRegistration = Pick<ReadRegistration, 'file' | 'found' | 'error'>

function parseRegistration(bytes: Uint8Array): ParsedRegistration {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch {
    return { file: null, found: null, error: 'the content is not JSON in UTF-8' }
  }
  if (!isShallow(value, MOST_DEPTH))
    return { file: null, found: null, error: `the content is nested deeper than ${MOST_DEPTH} levels` }
  const parsed = RegistrationFile.safeParse(value)
  const found = findIn(value)
  if (parsed.success) return { file: parsed.data, found, error: null }
  const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name ?? 'the document')))
  const faults = [...names].join(', ')
  return { file: null, found, error: `not a complete registration-v1 file; missing or invalid: ${faults}` }
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

/** Asks an endpoint of an agent for its document. `now` in unix milliseconds. */
export async function checkEndpoint(
  { name, url }: { readonly name: string; readonly url: string },
  read: (uri: string) => Promise<OutsideResult>,
  now: () => number,
): Promise<IdentityReport['endpoint']> {
  const from = now()
  const answer = await read(url)
  const head = { source: name, url, finalUrl: answer.finalUrl, status: answer.status }
  const responseTimeMs = answer.status === null ? null : now() - from
  return answer.ok
    ? { ...head, checked: true, ok: true, responseTimeMs, contentType: answer.contentType, error: null }
    : { ...head, checked: answer.status !== null, ok: false, responseTimeMs, contentType: null, error: answer.detail }
}

/** Whether a file names the agent in its registry (ERC-8004, "Endpoint Domain Verification"). */
export function namesAgent(
  document: unknown,
  { chainId, identityRegistry, agentId }: Pick<CanonicalAgent, 'chainId' | 'identityRegistry' | 'agentId'>,
): boolean {
  const listed: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, 'registrations') : undefined
  const registry = caip10(chainId, identityRegistry).toLowerCase()
  return (
    Array.isArray(listed) &&
    listed.some((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false
      const [id, of]: unknown[] = [Reflect.get(entry, 'agentId'), Reflect.get(entry, 'agentRegistry')]
      return (
        (id === agentIdJson(agentId) || id === String(agentId)) &&
        typeof of === 'string' &&
        of.toLowerCase() === registry
      )
    })
  )
}
