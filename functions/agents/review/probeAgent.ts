import type { IdentityReport } from '../../../schema/agents/identityReport.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { OutsideResult, ReadOutside } from '../../../shared/outside/ReadOutside.ts'
import {
  checkEndpoint,
  namesAgent,
  readRegistration,
  type ReadRegistration,
} from '../identity/verification/readRegistration.ts'

/** Of a document; a review is kept for ever. */
const BOUNDS = { maxBytes: 65_536, milliseconds: 8000 }
const MOST_URL = 1024
/** Services by preference: the endpoint of the first that the agent has is called; else any with a URL. */
const PREFERRED = ['a2a', 'mcp', 'web', 'api']

export interface ProbeResult {
  readonly registration: ReadRegistration & { readonly namesAgent: boolean }
  readonly endpoint: IdentityReport['endpoint'] | null
}

interface ProbeRequest {
  readonly agent: Parameters<typeof namesAgent>[1]
  readonly registrationUri: string | null
  readonly endpoint: string | undefined
}

/**
 * Reads an agent’s registration file and calls one of its endpoints. A failure of the agent’s own hosts is a
 * finding; throws review_incomplete where a resolver or gateway of this service failed.
 */
export async function probeAgent(
  { agent, registrationUri, endpoint }: ProbeRequest,
  readOutside: ReadOutside,
  now: () => number,
): Promise<ProbeResult> {
  const read = async (uri: string) => {
    const result = await readOutside(uri, BOUNDS)
    if (isOurFailure(uri, result)) throw new ApiError('review_incomplete')
    return result
  }
  const registration = await readRegistration(registrationUri, read)
  const service = endpoint === undefined ? primaryService(registration.found) : { name: 'request', url: endpoint }
  return {
    registration: { ...registration, namesAgent: namesAgent(registration.file, agent) },
    endpoint: service && (await checkEndpoint(service, read, now)),
  }
}

/** A failing gateway says nothing about the document; a missing document is an answer. */
function isOurFailure(uri: string, result: OutsideResult): boolean {
  if (result.ok) return false
  const { isOurs = false, failure } = result
  return isOurs || (/^(ipfs|ar):/i.test(uri) && ['timeout', 'unreachable', 'bad_status'].includes(failure))
}

function primaryService(file: ReadRegistration['found']): { name: string; url: string } | null {
  // A client does not fill in placeholders such as {agentId}.
  const services = (file?.services ?? []).flatMap(({ name, endpoint: url }) =>
    url.length <= MOST_URL && /^https?:\/\/[^\s{}\p{Cc}\p{Cs}]+$/iu.test(url) ? [{ name, url }] : [],
  )
  const named = PREFERRED.map((kind) => services.find(({ name }) => name.toLowerCase() === kind))
  return named.find((service) => service !== undefined) ?? services[0] ?? null
}
