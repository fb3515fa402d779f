import type { Address } from 'viem'
import { bytesToHex } from 'viem/utils'
import type { SessionOrigin } from '../store/WalletProof.ts'
import { lower } from '../text/address.ts'
import { sha256 } from '../text/bytes.ts'
import { askShardNamed } from './askShard.ts'
import type { Lease, LeaseRequest } from './limits.ts'

/** Seven days from sign-in; not extended by use. */
export const SESSION_SECONDS = 604_800

/** `limited`: only builds and reads, for 15 minutes and never as a cookie, since others than its owner see the token. */
export type SessionScope = 'full' | 'limited'

const SECONDS: Readonly<Record<SessionScope, number>> = { full: SESSION_SECONDS, limited: 900 }

/** A session, and how it came about. Times are unix seconds. */
export interface Session extends SessionOrigin {
  readonly address: Address
  readonly issuedAt: number
  readonly expiresAt: number
  readonly scope: SessionScope
  /** Whether the account was deleted in it: then it only repeats and confirms that deletion. */
  readonly isEnding: boolean
}

/** Without a scope, as Workers of an earlier release send it, a full one. */
export type NewSession = Omit<Session, 'scope'> & Partial<Pick<Session, 'scope'>>

/** A session by the name that its owner knows it by: 32 digits of the SHA-256 of its token, and the two of its shard. */
export interface NamedSession extends Session {
  readonly id: string
}

/** The budget that a request of a session counts against: what stands before and after the address in its key. */
export interface SessionBudget extends Pick<LeaseRequest, 'limit' | 'windowSeconds'> {
  readonly before: string
  readonly after: string
}

/** With a lease of one token where a budget was given; absent where something else counts, or a Worker of an earlier release. */
export type Counted<S> = S & { readonly lease?: Lease }

/** Why a session is not accepted: it has expired, somebody ended it, or the request needs more than a limited session. */
export type Fate = 'expired' | 'ended' | 'limited'

/** Which sessions end: all of `ids`, or those that any of the other conditions meets. */
export interface WhichSessions {
  /** Sessions that sign in as one of these wallets, or started through one of them. */
  readonly wallets?: readonly Address[]
  /** Of sessions signed as one of these smart wallets, only those whose owner of record is one of these; all where absent. */
  readonly signers?: readonly Address[]
  /** Sessions in which a smart wallet is proven by an owner of record: the wallet, and the owner. */
  readonly owned?: { readonly wallet: Address; readonly owner: Address | null }
  /** Hand-offs of this account. */
  readonly profileId?: string
  readonly ids?: readonly string[]
  /** Sessions that began at this time or before it. */
  readonly until?: number
  /** SHA-256 of the token of the one that stays. */
  readonly except?: string
}

/** Signed-in sessions. Every method throws store_unavailable. */
export interface SessionStore {
  /** Starts a session of seven days, or 15 minutes for a limited one; the token is returned only here and never stored. */
  start(address: Address, origin: SessionOrigin, scope?: SessionScope): Promise<{ token: string; session: Session }>
  /** Finds the session of a token. Returns null for an unknown, expired or revoked one, and for a limited one unless `takesLimited`. */
  find(token: string, takesLimited?: boolean, budget?: SessionBudget): Promise<Counted<NamedSession> | null>
  /** Why `find` does not have a session, as long as that is remembered: some hours. */
  fateOf(token: string): Promise<Fate | null>
  /** Whether the session of this name can still be used. */
  isLive(id: string): Promise<boolean>
  /** Sessions that sign in as one of some wallets, the newest first. */
  list(addresses: readonly Address[]): Promise<NamedSession[]>
  /** Ends a session; unknown tokens are ignored. */
  revoke(token: string): Promise<void>
  /** Ends those sessions, of the ones that sign in as one of some wallets, that `which` says; returns how many. */
  end(addresses: readonly Address[], which: WhichSessions): Promise<number>
  /** Leaves a session nothing to do but to repeat the deletion of its account. */
  confine(hash: string, address: Address): Promise<void>
}

/** The interface of the Durable Object `Sessions`; `hash` is the SHA-256 of the token. */
export interface SessionsObject extends Rpc.DurableObjectBranded {
  put(hash: string, session: NewSession): Promise<void>
  /** A limited session only with `takesLimited`, which Workers of an earlier release do not send. */
  get(hash: string, takesLimited?: boolean, budget?: SessionBudget): Promise<Counted<Session> | null>
  /** Tokens of the budget of an address of this shard, as LimitStore has it. */
  lease(request: LeaseRequest): Promise<Lease>
  /** Of a session that `get` does not have. */
  fateOf(hash: string): Promise<Fate | null>
  /** Whether there is a session, which is not confined, whose hash begins so. */
  has(beginning: string): Promise<boolean>
  list(addresses: readonly Address[]): Promise<(Session & { readonly hash: string })[]>
  revoke(hash: string): Promise<void>
  end(addresses: readonly Address[], which: WhichSessions): Promise<number>
  confine(hash: string): Promise<void>
}

const TOKEN_DIGITS = 64
/** Digits of the hash by which a session is named: enough that nobody guesses one, and too few to find the token. */
export const NAME_DIGITS = 32

/**
 * Sessions stored in Durable Objects, those of one address in one of 256 shards, which the last two digits of a token name.
 * `now` returns milliseconds.
 */
export function createSessionStore(namespace: DurableObjectNamespace<SessionsObject>, now: () => number): SessionStore {
  const shardIn = (token: string): string => token.slice(TOKEN_DIGITS)
  const named = (hash: string, shard: string) => `${hash.slice(0, NAME_DIGITS)}${shard}`
  const askOf = async <R>(
    token: string,
    ask: (shard: DurableObjectStub<SessionsObject>, hash: string) => Promise<R>,
  ) => {
    const hash = await sha256(token)
    return askShardNamed(namespace, shardIn(token), (object) => ask(object, hash))
  }
  const shardsOf = async (addresses: readonly Address[]) => new Set(await Promise.all(addresses.map(sessionShardOf)))

  return {
    async start(address, origin, scope = 'full') {
      const token = `${newSessionToken()}${await sessionShardOf(address)}`
      const issuedAt = Math.floor(now() / 1000)
      const session = { ...origin, address, issuedAt, expiresAt: issuedAt + SECONDS[scope], scope, isEnding: false }
      await askOf(token, (shard, hash) => shard.put(hash, session))
      return { token, session }
    },
    async find(token, takesLimited = false, budget) {
      const found = await askOf(token, async (shard, hash) => ({
        hash,
        session: await shard.get(hash, takesLimited, budget),
      }))
      return found.session && { ...found.session, id: named(found.hash, shardIn(token)) }
    },
    fateOf: (token) => askOf(token, (shard, hash) => shard.fateOf(hash)),
    isLive: (id) => askShardNamed(namespace, id.slice(NAME_DIGITS), (object) => object.has(id.slice(0, NAME_DIGITS))),
    async list(addresses) {
      const found: NamedSession[] = []
      for (const shard of await shardsOf(addresses))
        for (const { hash, ...session } of await askShardNamed(namespace, shard, (object) => object.list(addresses)))
          found.push({ ...session, id: named(hash, shard) })
      return found.sort((a, b) => b.issuedAt - a.issuedAt)
    },
    revoke: (token) => askOf(token, (shard, hash) => shard.revoke(hash)),
    async end(addresses, which) {
      let ended = 0
      for (const shard of await shardsOf(addresses))
        ended += await askShardNamed(namespace, shard, (object) => object.end(addresses, which))
      return ended
    },
    async confine(hash, address) {
      await askShardNamed(namespace, await sessionShardOf(address), (object) => object.confine(hash))
    },
  }
}

/** The shard of all sessions of an address. */
export const sessionShardOf = async (address: Address): Promise<string> => (await sha256(lower(address))).slice(0, 2)

/** 256 random bits: a token that carries no information and cannot be guessed. Only its hash is stored. */
export const newSessionToken = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32))).slice(2)
