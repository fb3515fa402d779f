import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import type { RegistrationFile } from '../../../../schema/agents/registration.ts'
import { agentUrls } from '../../../../shared/domain/agents/agentUrls.ts'
import type { CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { domainProof } from '../../../../shared/domain/agents/domainProof.ts'
import { registrationFile } from '../../../../shared/domain/agents/registrationFile.ts'
import type { ReadOutside } from '../../../../shared/outside/ReadOutside.ts'
import { canonicalJson, parseJson } from '../../../../shared/text/json.ts'
import { checkEndpoint, namesAgent, readRegistration } from './readRegistration.ts'

/** Findings in documents and endpoints outside of the chain. */
export interface Outside {
  readonly onchainRegistration: IdentityReport['onchainRegistration']
  readonly mirrors: IdentityReport['mirrors']
  readonly endpoint: IdentityReport['endpoint']
  /** Hosts of endpoints in the agent's file that do not name the agent. */
  readonly unprovenDomains: readonly string[]
}

/** All of it has to fit into this time, in milliseconds, with room for the chain. */
const BUDGET_MS = 12_000
/** Hosts of endpoints that are checked for a proof that the agent is theirs. */
const MOST_DOMAINS = 3

/** Asks everything at once; each read keeps its own bounds. */
export async function checkOutside(
  agent: CanonicalAgent,
  tokenUri: string | null,
  read: ReadOutside,
  now: () => number,
): Promise<Outside> {
  const until = now() + BUDGET_MS
  const within = { milliseconds: 8000 }
  const [{ file, found: _, ...onchainRegistration }, mirrors, endpoint] = await Promise.all([
    readRegistration(tokenUri, (uri) => read(uri, within)),
    readMirrors(agent, (uri) => read(uri, within)),
    checkEndpoint({ name: 'feedback-payload', url: agentUrls(agent).feedbackPayload }, (uri) => read(uri, within), now),
  ])
  const rest = { milliseconds: Math.max(1, until - now()) }
  const unprovenDomains = await findUnproven(agent, file, mirrors.registration.agentIdMatches, (uri) => read(uri, rest))
  return { onchainRegistration, mirrors, endpoint, unprovenDomains }
}

type Read = (uri: string) => ReturnType<ReadOutside>

async function readJson(uri: string, read: Read) {
  const document = await read(uri)
  if (!document.ok) return { reachable: false, finalUrl: document.finalUrl, value: null, error: document.detail }
  try {
    const value: unknown = parseJson(document.bytes)
    return { reachable: true, finalUrl: document.finalUrl, value, error: null }
  } catch {
    return { reachable: true, finalUrl: document.finalUrl, value: null, error: 'the content is not JSON in UTF-8' }
  }
}

async function readMirrors(agent: CanonicalAgent, read: Read): Promise<IdentityReport['mirrors']> {
  const urls = agentUrls(agent)
  const [registration, proof] = await Promise.all([readJson(urls.registration, read), readJson(urls.domainProof, read)])
  const isSame = (value: unknown, expected: object) =>
    typeof value === 'object' && value !== null && sameDocument(value, expected)
  const mirror = ({ value: _, ...rest }: typeof registration, url: string, expected: object) => ({
    url,
    ...rest,
    matchesCanonical: isSame(_, expected),
  })
  return {
    registration: {
      ...mirror(registration, urls.registration, registrationFile(agent)),
      agentIdMatches: namesAgent(registration.value, agent),
    },
    domainVerification: mirror(proof, urls.domainProof, domainProof(agent)),
  }
}

/** Hosts of the services in a file, other than this one, that do not name the agent; this one's mirror was read. */
async function findUnproven(
  agent: CanonicalAgent,
  file: RegistrationFile | null,
  ownIsProven: boolean,
  read: Read,
): Promise<string[]> {
  const origins = new Set(
    (file ?? registrationFile(agent)).services.flatMap(({ endpoint }) =>
      /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint).origin : [],
    ),
  )
  origins.delete(agent.origin)
  const others = [...origins]
  const proven = await Promise.all(
    others.slice(0, MOST_DOMAINS).map(async (origin) => {
      const { value } = await readJson(`${origin}/.well-known/agent-registration.json`, read)
      return namesAgent(value, agent)
    }),
  )
  const unproven = others.filter((_, i) => proven[i] !== true)
  return [...(ownIsProven ? [] : [agent.origin]), ...unproven].map((origin) => new URL(origin).host)
}

/** Whether two documents are equal but for the order of their keys and for `updatedAt`. */
export function sameDocument(one: object, other: object): boolean {
  try {
    return timeless(one) === timeless(other)
  } catch {
    // This service makes no document without a canonical form.
    return false
  }
}

const timeless = (document: object): string => canonicalJson({ ...document, updatedAt: undefined })
