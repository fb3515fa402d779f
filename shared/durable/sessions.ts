import type { Address } from 'viem'
import { bytesToHex } from 'viem/utils'
import { askShard, askShardOf, askShards } from './askShard.ts'

/** Seven days from sign-in; not extended by use. */
export const SESSION_SECONDS = 604_800

export interface Session {
  readonly address: Address
  /** Unix seconds. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Signed-in sessions. Every method throws store_unavailable. */
export interface SessionStore {
  /** Starts a session of seven days; the token is returned only here and never stored. */
  start(address: Address): Promise<{ token: string; session: Session }>
  /** The session of a token, or null when there is none, it has expired, or it was revoked. */
  find(token: string): Promise<Session | null>
  /** Ends a session; unknown tokens are ignored. */
  revoke(token: string): Promise<void>
  /** Ends the session of a token by its SHA-256. */
  revokeByHash(hash: string): Promise<void>
  /**
   * Ends all sessions of some addresses that began at a time (unix seconds) or before it, except one, by the SHA-256 of its
   * token. Asks every shard: where one cannot be reached, repeat it.
   */
  revokeAll(addresses: readonly Address[], until: number, except?: string): Promise<void>
}

/** The interface of the Durable Object `Sessions`; `hash` is the SHA-256 of the token. */
export interface SessionsObject extends Rpc.DurableObjectBranded {
  put(hash: string, session: Session): Promise<void>
  get(hash: string): Promise<Session | null>
  revoke(hash: string): Promise<void>
  revokeAll(addresses: readonly Address[], until: number, except: string): Promise<void>
}

/** Sessions stored in Durable Objects, sharded by the token's hash. `now` returns milliseconds. */
export const createSessionStore = (
  namespace: DurableObjectNamespace<SessionsObject>,
  now: () => number,
): SessionStore => ({
  async start(address) {
    const token = newSessionToken()
    const issuedAt = Math.floor(now() / 1000)
    const session = { address, issuedAt, expiresAt: issuedAt + SESSION_SECONDS }
    await askShard(namespace, token, (shard, hash) => shard.put(hash, session))
    return { token, session }
  },
  find: (token) => askShard(namespace, token, (shard, hash) => shard.get(hash)),
  revoke: (token) => askShard(namespace, token, (shard, hash) => shard.revoke(hash)),
  revokeByHash: (hash) => askShardOf(namespace, hash, (shard) => shard.revoke(hash)),
  async revokeAll(addresses, until, except = '') {
    await askShards(namespace, (shard) => shard.revokeAll(addresses, until, except))
  },
})

/** 256 random bits: a token that carries no information and cannot be guessed. Only its hash is stored. */
export const newSessionToken = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32))).slice(2)
