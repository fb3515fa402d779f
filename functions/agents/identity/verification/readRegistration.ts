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

/** The registration file that a URI leads to, and the file itself if it is one. */
export type ReadRegistration = IdentityReport['onchainRegistration'] & { readonly file: RegistrationFile | null }

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
  }
  const head = { source: sourceOf(uri), rawUrl: uri }
  if (uri === null || uri === '')
    return { ...head, ...nothing, finalUrl: null, payload: null, error: 'the agent has no URI on chain' }
  const document = await read(uri)
  if (!document.ok) return { ...head, ...nothing, finalUrl: document.finalUrl, payload: null, error: document.detail }
  const { file, error } = parseRegistration(document.bytes)
  const finalUrl = isImmutable(uri) ? uri : document.finalUrl
  if (!file) return { ...head, ...nothing, finalUrl, fetched: true, payload: null, error }
  return {
    ...head,
    finalUrl,
    fetched: true,
    valid: true,
    name: file.name,
    serviceCount: file.services.length,
    active: file.active ?? null,
    x402Support: file.x402Support ?? null,
    payload: file,
    file,
    error: null,
  }
}

/** Deeper nesting could not be written out again. */
const MOST_DEPTH = 16

type ParsedRegistration =
  { readonly file: RegistrationFile; readonly error: null } | { readonly file: null; readonly error: string }

function parseRegistration(bytes: Uint8Array): ParsedRegistration {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch {
    return { file: null, error: 'the content is not JSON in UTF-8' }
  }
  if (!isShallow(value, MOST_DEPTH))
    return { file: null, error: `the content is nested deeper than ${MOST_DEPTH} levels` }
  const parsed = RegistrationFile.safeParse(value)
  if (parsed.success) return { file: parsed.data, error: null }
  const [issue] = parsed.error.issues
  return { file: null, error: `the content is not a registration-v1 file: ${issue?.path.join('.') ?? ''} is invalid` }
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
