import type { Address } from 'viem'
import { bytesToHex } from 'viem/utils'
import { lower } from '../text/lower.ts'
import { sha256 } from '../text/sha256.ts'
import { askShardNamed } from './askShard.ts'

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
  /**
   * Ends all sessions of some addresses that began at a time (unix seconds) or before it, except one, by the SHA-256 of its
   * token. Those from before tokens named a shard are not found; they end within a week of that.
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

/**
 * Sessions stored in Durable Objects, those of one address in one of 256 shards, which the last two digits of a token name.
 * Tokens from before that have none, and are sharded by their hash. `now` returns milliseconds.
 */
export function createSessionStore(namespace: DurableObjectNamespace<SessionsObject>, now: () => number): SessionStore {
  const askOf = async <R>(
    token: string,
    ask: (shard: DurableObjectStub<SessionsObject>, hash: string) => Promise<R>,
  ) => {
    const hash = await sha256(token)
    const shard = token.slice(TOKEN_DIGITS) || hash.slice(0, 2)
    return askShardNamed(namespace, shard, (object) => ask(object, hash))
  }
  return {
    async start(address) {
      const token = `${newSessionToken()}${await shardOf(address)}`
      const issuedAt = Math.floor(now() / 1000)
      const session = { address, issuedAt, expiresAt: issuedAt + SESSION_SECONDS }
      await askOf(token, (shard, hash) => shard.put(hash, session))
      return { token, session }
    },
    find: (token) => askOf(token, (shard, hash) => shard.get(hash)),
    revoke: (token) => askOf(token, (shard, hash) => shard.revoke(hash)),
    async revokeAll(addresses, until, except = '') {
      for (const shard of new Set(await Promise.all(addresses.map(shardOf))))
        await askShardNamed(namespace, shard, (object) => object.revokeAll(addresses, until, except))
    },
  }
}

const TOKEN_DIGITS = 64

const shardOf = async (address: Address): Promise<string> => (await sha256(lower(address))).slice(0, 2)

/** 256 random bits: a token that carries no information and cannot be guessed. Only its hash is stored. */
export const newSessionToken = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32))).slice(2)
