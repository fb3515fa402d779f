import type { social } from '../../schema/social/index.ts'
import type { Content } from '../../shared/artifacts/ArtifactProvider.ts'
import { createArtifactStorage } from '../../shared/artifacts/createArtifactStorage.ts'
import { createProviders, type Providers } from '../../shared/artifacts/createProviders.ts'
import { findSession, type SessionCredentials, type SessionPrincipal } from '../../shared/auth/findSession.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { createSessionStore } from '../../shared/durable/sessions.ts'
import { agentOf } from '../../shared/env/agentEnv.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { log } from '../../shared/log/log.ts'
import { createAgentRecords } from '../../shared/store/agentRecords.ts'
import { type ArtifactStore, createArtifactStore } from '../../shared/store/artifacts.ts'
import { createConversationStore } from '../../shared/store/conversations.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { createFeedbackRows } from '../../shared/store/feedbackRows.ts'
import { stored } from '../../shared/store/stored.ts'
import { sha256 as digestOf } from '../../shared/text/bytes.ts'
import type { SocialEnv } from './env.ts'
import { createReputation } from './reputation/Run.ts'
import { createChatTelemetry } from './store/chatTelemetry.ts'
import { createReputationGraphs } from './store/reputationGraphs.ts'

export type SocialContext = ReturnType<typeof createSocialContext>
export type SocialHandler<O extends keyof typeof social> = Handler<(typeof social)[O], SocialContext>

/** Everything that the handlers need. */
export function createSocialContext(common: Context, env: SocialEnv) {
  const providers = createProviders(env, common.baseUrl)
  const artifacts = createArtifactStore(env.DB)
  const sessions = createSessionStore(env.SESSIONS, common.now)
  return {
    ...common,
    store: createLogStore(env.DB),
    feedback: createFeedbackRows(env.DB),
    graphs: createReputationGraphs(env.DB),
    authority: openAuthority(common, env.DB),
    records: createAgentRecords(env.DB),
    /** This service's own agent; undefined if none is configured. */
    agent: agentOf(env),
    storage: createArtifactStorage({ provider: providers.current, artifacts, now: common.now }),
    readArtifact: createArtifactReader(providers, artifacts),
    conversations: createConversationStore(env.DB),
    telemetry: createChatTelemetry(env.DB),
    /** Agents of others that may give commands. */
    chatAgents: env.CHAT_AGENT_ADDRESSES,
    reputation: createReputation(common, env),
    findSession: (request: Request) =>
      findOptionalSession(request, { sessions, trustedOrigins: common.trustedOrigins }),
  }
}

/**
 * The session of a request that needs none; null if it has none. The cookie of a request from a foreign page does not count,
 * and is no reason to refuse it. Throws what the session store throws.
 */
async function findOptionalSession(
  request: Request,
  credentials: SessionCredentials,
): Promise<SessionPrincipal | null> {
  try {
    return await findSession(request, credentials)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden_origin') return null
    throw error
  }
}

/** The bytes with a SHA-256 (64 hex digits), from any store. */
type ReadArtifact = (sha256: string) => Promise<Content>

/**
 * Reads what was stored, and checks it against its hash. The function throws artifact_not_found; store_unavailable when
 * a store cannot be read, or has something else under the hash.
 */
const createArtifactReader =
  ({ r2, immutable }: Providers, artifacts: ArtifactStore): ReadArtifact =>
  async (sha256) => {
    const inBucket = await stored(() => r2.read(sha256))
    if (inBucket && (await digestOf(inBucket.bytes)) === sha256) return inBucket
    const { row } = await stored(() => artifacts.find(`0x${sha256}`))
    const elsewhere = row?.provider === 'immutable' ? await stored(() => immutable.read(row.storageKey)) : undefined
    if (row && elsewhere && (await digestOf(elsewhere.bytes)) === sha256)
      return { bytes: elsewhere.bytes, contentType: row.contentType }
    if (!inBucket && !elsewhere) throw new ApiError('artifact_not_found')
    log('error', 'artifact_damaged', { sha256, provider: elsewhere ? 'immutable' : 'r2' })
    throw new ApiError('store_unavailable')
  }
