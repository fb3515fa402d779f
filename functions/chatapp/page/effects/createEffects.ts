import type { SessionCache } from '../context/createSessionCache.ts'
import { FlowFailure } from '../flow/FlowError.ts'
import type { LinkEffects, MiniappProof } from '../flow/LinkEffects.ts'
import type { IdentityClient, IdentityResult } from '../identity/IdentityClient.ts'
import type { ChatappApi } from './createChatappApi.ts'

interface Parts {
  readonly api: ChatappApi
  /** Loaded on first use; rejects with a FlowFailure if no client is configured. */
  readonly identity: () => Promise<IdentityClient>
  readonly sessions: SessionCache
  /** Raw launch data of the chat app; undefined outside of it. */
  readonly initData: string | undefined
  readonly now: () => number
}

/** The effects of the flow, on this service and the identity provider. */
export function createEffects({ api, identity, sessions, initData, now }: Parts): LinkEffects {
  /** The stored session of the same launch data, else the one that it starts. */
  async function sessionOf(raw: string, signal: AbortSignal): Promise<MiniappProof> {
    const known = await sessions.find(raw)
    if (known) return known
    const session = await api.createSession(raw, await sessions.requestKey(raw), signal)
    await sessions.keep(raw, session)
    return session
  }

  /** The usable access token. Throws unauthenticated if there is none. */
  async function tokenOf(signal: AbortSignal): Promise<string> {
    const token = valueOf(await (await identity()).getAccessToken(signal))
    if (token === null) throw new FlowFailure({ code: 'unauthenticated' })
    return token
  }

  /** Drops the stored session if the service refuses it. */
  async function dropIfOver<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FlowFailure && SESSION_REFUSED.includes(error.problem.code)) sessions.drop()
      throw error
    }
  }

  return {
    now,
    async verifySession(linkContext, signal) {
      if (initData === undefined) throw new FlowFailure({ code: 'no_launch_data' })
      // Without an identity client the flow fails before it asks the user for anything.
      await identity()
      const session = await sessionOf(initData, signal)
      return { ...session, initDataRaw: initData, linkContext }
    },
    async sendCode(email, signal) {
      valueOf(await (await identity()).sendCode(email, signal))
    },
    async verifyCode({ email, code }, signal) {
      valueOf(await (await identity()).verifyCode(email, code, signal))
    },
    async checkReadiness({ email, proof }, signal) {
      const client = await identity()
      const [user, token] = [valueOf(await client.currentUser(signal)), valueOf(await client.getAccessToken(signal))]
      if (user === null || token === null) return { kind: 'no_identity' }
      return dropIfOver(() => api.checkReady(email, proof.sessionToken, token, signal))
    },
    async ensureIdentityLink({ chatappUserId, initDataRaw }, signal) {
      const client = await identity()
      const user = valueOf(await client.currentUser(signal))
      if (user === null) throw new FlowFailure({ code: 'unauthenticated' })
      if (user.chatappUserId === chatappUserId) return 'skipped'
      const linked = valueOf(await client.linkChatapp(initDataRaw, signal))
      // A successful call is not enough: the user must have the chat account.
      if (linked.chatappUserId !== chatappUserId) throw new FlowFailure({ code: 'identity_link_missing' })
      return 'linked'
    },
    async completeLink({ sessionToken, linkContext }, signal) {
      const token = await tokenOf(signal)
      return dropIfOver(() => api.complete({ sessionToken, linkToken: linkContext?.linkToken }, token, signal))
    },
  }
}

const SESSION_REFUSED: readonly string[] = ['invalid_miniapp_session', 'miniapp_session_expired']

function valueOf<T>(result: IdentityResult<T>): T {
  if (!result.ok) throw new FlowFailure(result.problem)
  return result.value
}
