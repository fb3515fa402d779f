import type { CHECKS, IdentityReport } from '../../../../schema/agents/identityReport.ts'
import { agentUrls } from '../../../../shared/domain/agents/agentUrls.ts'
import { agentIdJson, type CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { registrationFile } from '../../../../shared/domain/agents/registrationFile.ts'
import { isImmutable, uriPolicy } from '../../../../shared/domain/agents/uriPolicy.ts'
import type { OnchainIdentity } from '../registry/identityCalls.ts'
import { type Outside, sameDocument } from './checkOutside.ts'

/** The report on what was read. `now` in unix milliseconds. */
export function buildReport(
  agent: CanonicalAgent,
  onchain: OnchainIdentity,
  outside: Outside,
  teeAttestation: IdentityReport['teeAttestation'],
  now: number,
): IdentityReport {
  const { onchainRegistration, mirrors, endpoint } = outside
  const canonicalWallet = agent.settings.wallet ?? null
  const isImmutableUri = onchain.uri !== null && isImmutable(onchain.uri)
  const { payload } = onchainRegistration
  const matches = payload !== null && sameDocument(payload, registrationFile(agent))
  const isBound = onchain.wallet !== null && (canonicalWallet === null || onchain.wallet === canonicalWallet)
  const checks = checksOf(agent, { onchain, outside, isImmutableUri, matches, isBound })
  const { origin: _, ...links } = agentUrls(agent)
  return {
    chainId: agent.chainId,
    registryAddress: agent.identityRegistry,
    agentId: agentIdJson(agent.agentId),
    canonicalWallet,
    ownerAddress: onchain.owner,
    agentWallet: onchain.wallet,
    tokenUri: onchain.uri,
    agentRegistered: onchain.owner !== null,
    walletBoundToCanonical: isBound && canonicalWallet !== null,
    discoverabilityReady: checks.every(({ passed }) => passed),
    tokenUriIsStrictImmutable: isImmutableUri,
    tokenUriMatchesCanonical: matches,
    uriPolicy: uriPolicy(agent),
    onchainRegistration,
    endpoint,
    mirrors,
    checks,
    teeAttestation,
    links: Object.fromEntries(Object.entries(links).flatMap(([name, url]) => (url === null ? [] : [[name, url]]))),
    rpcHealthy: true,
    rpcErrorCount: 0,
    checkedAt: Math.floor(now / 1000),
    stale: false,
  }
}

interface Found {
  readonly onchain: OnchainIdentity
  readonly outside: Outside
  readonly isImmutableUri: boolean
  readonly matches: boolean
  readonly isBound: boolean
}

function checksOf(
  agent: CanonicalAgent,
  { onchain, outside, isImmutableUri, matches, isBound }: Found,
): IdentityReport['checks'] {
  const { onchainRegistration, mirrors, endpoint, unprovenDomains } = outside
  const check = (id: (typeof CHECKS)[number], passed: boolean, good: string, bad: string) => ({
    id,
    passed,
    detail: passed ? good : bad,
  })
  const name = `agent ${agent.agentId} of ${agent.identityRegistry}`
  const wallet = agent.settings.wallet
  const mirror = mirrors.registration
  const proof = mirrors.domainVerification
  return [
    check('onchain-registration', onchain.owner !== null, `${name} is registered`, `${name} is not registered`),
    check(
      'token-uri-reachable',
      onchainRegistration.fetched,
      'the content of the agent URI was read',
      `the content of the agent URI could not be read: ${onchainRegistration.error ?? ''}`,
    ),
    check(
      'token-uri-immutable',
      isImmutableUri,
      'the content of the agent URI is immutable',
      'the content of the agent URI can change without a transaction: use a data:, ipfs:// or ar:// URI',
    ),
    check(
      'token-uri-matches-canonical',
      matches,
      'the agent URI has the same registration file as this host',
      onchainRegistration.error ?? 'the agent URI has another registration file than this host: publish it again',
    ),
    check(
      'canonical-agent-wallet',
      isBound,
      'the agent has the expected wallet',
      onchain.wallet === null ? 'the agent has no wallet on chain' : `the wallet of the agent is not ${wallet ?? ''}`,
    ),
    check(
      'registration-mirror',
      mirror.matchesCanonical,
      'this host serves the registration file',
      mirror.error ?? 'this host serves another registration file',
    ),
    check(
      'domain-proof',
      proof.matchesCanonical,
      'the domain proof of this host names the agent',
      proof.error ?? 'the domain proof of this host has other content',
    ),
    check(
      'endpoint-domains',
      unprovenDomains.length === 0,
      'the hosts of all endpoints name the agent',
      `these hosts do not name the agent in /.well-known/agent-registration.json: ${unprovenDomains.slice(0, 5).join(', ')}`,
    ),
    check(
      'service-availability',
      endpoint.ok,
      'the endpoint of the agent answers',
      `the endpoint of the agent does not answer: ${endpoint.error ?? ''}`,
    ),
  ]
}
