import type { Address, Hash } from 'viem'
import { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import { AsOf } from '../../../../schema/common.ts'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import type { AsOf as Block } from '../../../../shared/chain/chain.ts'
import { GENESIS_CALL, genesisIn } from '../../../../shared/chain/decodeReply.ts'
import { agentKey, type CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { identityCalls, readIdentity } from '../registry/identityCalls.ts'
import { isOutage } from '../../../../shared/errors/ApiError.ts'
import type { Context } from '../../../../shared/http/handler.ts'
import { logError } from '../../../../shared/log/logError.ts'
import type { ReadOutside } from '../../../../shared/outside/ReadOutside.ts'
import type { AgentFiles } from '../../../../shared/store/agentFiles.ts'
import type { AgentRecords } from '../../../../shared/store/agentRecords.ts'
import type { LogStore } from '../../../../shared/store/createLogStore.ts'
import { stored } from '../../../../shared/store/stored.ts'
import { buildReport } from './buildReport.ts'
import { checkOutside, type Outside } from './checkOutside.ts'
import { configuredAttestationCalls, attestationSettingsOf, teeAttestationOf } from './teeAttestation.ts'

/** A report, and the block that it is about. */
export interface Verified {
  readonly report: IdentityReport
  readonly asOf: Block
}

/** Of an agent whose last report is too old, while no new one can be made: nothing is known but when that was. */
export interface Unverified {
  readonly report: null
  /** Unix seconds. */
  readonly checkedAt: number
}

export interface IdentityReads {
  readonly identity: Resolved<ReturnType<typeof reads>>
  /** Block 0 of the chain that it was read on; null if the node did not give it. */
  readonly genesis: Hash | null
}

/** Verifies an agent: reads on chain cost one upstream request, documents and endpoints several. */
export interface Verifier {
  /** The reads on chain of a report, as a part of a larger read. */
  calls(describe: Describe, agent: CanonicalAgent): ReturnType<typeof reads>
  /** The report on what was read. */
  conclude(agent: CanonicalAgent, read: IdentityReads, asOf: Block): Promise<Verified>
  /**
   * Checks the agent now; while no node answers, the last good report of this chain, marked stale, until it is ten minutes
   * old. Throws role_not_configured, and the outages of a chain read if there is no such report.
   */
  verify(agent: CanonicalAgent): Promise<Verified>
  /**
   * The last report if it is younger than ten minutes, else a new one. Throws like `verify`, and store_unavailable; but
   * where there was a report, an outage only makes its result unknown.
   */
  recent(agent: CanonicalAgent): Promise<Verified | Unverified>
}

/** How long results from outside the chain are cached, in milliseconds: callers decide how often this runs. */
const OUTSIDE_MS = 30_000
/** Longest age of a report that is returned instead of a new one. */
const RECENT_SECONDS = 600
/** Share of the isolate's memory. */
const KEPT_BYTES = 1024 * 1024

interface Sources extends Pick<Context, 'chain' | 'now' | 'memory'> {
  readonly records: AgentRecords
  readonly store: LogStore
  readonly readOutside: ReadOutside
  readonly agentFiles: AgentFiles
}

export function createVerifier({ chain, now, memory, records, store, readOutside, agentFiles }: Sources): Verifier {
  const kept = memory.cache<Outside>(KEPT_BYTES, (outside) => 2 * JSON.stringify(outside).length)

  async function checkOnce(agent: CanonicalAgent, uri: string | null): Promise<Outside> {
    const key = `${agentKey(agent)} ${uri ?? ''}`
    const known = kept.get(key)
    if (known) return known
    const outside = await checkOutside(agent, uri, readOutside, now)
    await agentFiles.keepRead(agent, outside.onchainRegistration, now())
    kept.set(key, outside, now() + OUTSIDE_MS)
    return outside
  }

  const calls: Verifier['calls'] = (describe, agent) =>
    reads(describe, agent, chain.config.contracts.validationRegistry)

  const conclude: Verifier['conclude'] = async (agent, { identity, genesis }, asOf) => {
    const { validationRegistry } = chain.config.contracts
    const onchain = readIdentity(agent.identityRegistry, identity.identity)
    const attestation = teeAttestationOf(agent, validationRegistry, identity.attestations, asOf.timestamp)
    const report = buildReport(agent, onchain, await checkOnce(agent, onchain.uri), attestation, now())
    if (genesis)
      await records
        .keepReport(agentKey(agent), { genesis, checkedAt: report.checkedAt, report: JSON.stringify({ report, asOf }) })
        // The report is right whether or not it can be kept.
        .catch((error: unknown) => logError('warn', 'report_not_kept', error))
    return { report, asOf }
  }

  async function check(agent: CanonicalAgent): Promise<Verified> {
    const { value, asOf, carried } = await chain.read((describe) => calls(describe, agent), [GENESIS_CALL])
    return conclude(agent, { identity: value, genesis: genesisIn(carried[0]) }, asOf)
  }

  /** The last report if it is of the chain that the log index saw last: another one may have the same id and registries. */
  async function last(agent: CanonicalAgent): Promise<Verified | null> {
    const [row, seen] = await Promise.all([
      records.report(agentKey(agent)),
      stored(() => store.logIndex.status(chain.config.chainId)),
    ])
    return row && row.genesis === seen?.genesis ? readKept(row.report) : null
  }

  const isRecent = ({ report }: Verified): boolean => now() / 1000 - report.checkedAt < RECENT_SECONDS

  return {
    calls,
    conclude,
    async verify(agent) {
      try {
        return await check(agent)
      } catch (error) {
        if (!isOutage(error)) throw error
        const before = await last(agent).catch(() => null)
        if (!before || !isRecent(before)) throw error
        return {
          report: { ...before.report, stale: true, rpcHealthy: false, rpcErrorCount: 1 },
          asOf: { ...before.asOf, source: 'stale' },
        }
      }
    },
    async recent(agent) {
      const before = await last(agent)
      if (before && isRecent(before)) return before
      return check(agent).catch((error: unknown) => {
        if (before && isOutage(error)) return { report: null, checkedAt: before.report.checkedAt }
        throw error
      })
    },
  }
}

const reads = (describe: Describe, agent: CanonicalAgent, validationRegistry: Address | undefined) => ({
  identity: identityCalls(describe, agent.identityRegistry, agent.agentId),
  attestations: configuredAttestationCalls(describe, agent, attestationSettingsOf(agent, validationRegistry)),
})

/** A report that was kept; null if another version of this service kept it in another form. */
function readKept(text: string): Verified | null {
  const kept: { report?: unknown; asOf?: unknown } = JSON.parse(text)
  const report = IdentityReport.safeParse(kept.report)
  const asOf = AsOf.safeParse(kept.asOf)
  if (!report.success || !asOf.success) return null
  const { chainId, blockNumber, timestamp, source } = asOf.data
  return { report: report.data, asOf: { chainId, blockNumber, timestamp, source } }
}
