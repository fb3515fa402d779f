import type { RequestKey } from '../../durable/onceFor.ts'
import type { MiniappIdentity } from './MiniappIdentity.ts'

/** A session to be opened, for launch data that is known to be genuine. Times in unix seconds. */
export interface Opening {
  readonly identity: MiniappIdentity
  /** SHA-256 of the session's token. */
  readonly tokenHash: string
  readonly expiresAt: number
  /** The launch data, whatever the order of its fields. */
  readonly replayKey: string
  /** Until when the launch data is remembered. */
  readonly replayExpiresAt: number
  /** Unix milliseconds. */
  readonly startedAt: number
}

/** A session that was opened, now or by the same request before. `used`: the launch data has opened another one. */
export type Opened = Pick<Opening, 'tokenHash' | 'startedAt' | 'expiresAt'> | 'used'

export type FoundSession =
  | { readonly state: 'live'; readonly identity: MiniappIdentity; readonly expiresAt: number }
  | { readonly state: 'over' | 'unknown' }

/** A link token that was opened. */
export interface GivenLinkToken {
  /** SHA-256 of the token. */
  readonly hash: string
  readonly chatappUserId: string
  readonly chatId: string
  readonly expiresAt: number
}

/** A chat user's session, and the account that it is to be linked to. */
export interface Completing {
  readonly tokenHash: string
  readonly linkToken: GivenLinkToken | undefined
  readonly idpUserId: string
  readonly profileId: string
  readonly now: number
}

/** The link of a chat user, as its object decides it. Times in unix seconds. */
export interface LinkRow {
  readonly chatappUserId: string
  readonly chatappUsername: string | null
  readonly profileId: string
  readonly idpUserId: string
  readonly linkedAt: number
  readonly lastVerifiedAt: number
  readonly revokedAt: number | null
  readonly failureCount: number
  readonly lastFailureReason: string | null
  readonly seq: number
}

/** Why a link is not made: codes of the catalogue. */
export type LinkRefusal =
  | 'invalid_miniapp_session'
  | 'miniapp_session_expired'
  | 'link_token_mismatch'
  | 'link_token_expired'
  | 'link_token_claimed'
  | 'chatapp_linked_elsewhere'
  | 'account_linked_elsewhere'
  | 'link_in_progress'

/** `token`: the outcome of the link token, if one was sent. */
export type Completed =
  { readonly link: LinkRow; readonly token: 'consumed' | 'already_consumed' | null } | { readonly refused: LinkRefusal }

/** State of an object's chat user for an account: linked, being linked now, or neither. */
export type HolderState = 'linked' | 'linking' | 'no'

/** The interface of the Durable Object `ChatappUser`, one for each chat user, named by its id. */
export interface ChatappUserObject extends Rpc.DurableObjectBranded {
  openSession(opening: Opening, key?: RequestKey): Promise<Opened>
  findSession(tokenHash: string, now: number): Promise<FoundSession>
  complete(completing: Completing, key?: RequestKey): Promise<Completed>
  holderState(idpUserId: string, now: number): Promise<HolderState>
  findLink(): Promise<LinkRow | null>
  /** With `profileId`: only a link to that profile. */
  unlink(now: number, profileId?: string, key?: RequestKey): Promise<LinkRow | null>
  forget(profileId: string): Promise<void>
  acceptUpdate(update: { id: number; content: string; now: number }): Promise<boolean>
  republish(chatappUserId: string): Promise<void>
}

/** The interface of the Durable Object `ChatappAccount`, one for each user of the identity provider, named by its id. */
export interface ChatappAccountObject extends Rpc.DurableObjectBranded {
  hold(idpUserId: string, chatappUserId: string, now: number): Promise<'held' | 'elsewhere' | 'in_progress'>
}
