import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { TrustZone } from '../../schema/workspace/trustZones.ts'
import type { Claimant } from '../domain/authority/Claimant.ts'
import type { MiniappIdentity } from '../domain/chatapp/MiniappIdentity.ts'
import type { NonceStore } from '../durable/nonces.ts'
import type { SessionStore } from '../durable/sessions.ts'
import { ApiError } from '../errors/ApiError.ts'
import { invalidToken, unauthenticated } from '../errors/unauthenticated.ts'
import type { IdentitySession } from '../idp/IdentityProvider.ts'
import { bearerOf, receiptOf } from './credentialHeaders.ts'
import { type CountsSession, findSession, type SessionCredentials, type SessionPrincipal } from './findSession.ts'
import { type Machine, type MachineSecrets, requireMachine } from './machine.ts'
import { faultOfReceipt, openReceipt, type ReceiptScope } from './receipt.ts'
import { givenTokens, hasSessionCookie } from './session.ts'
import type { Signed } from './signature.ts'
import { hasRequestSignature, verifySignedRequest } from './signedRequest.ts'
import type { Agent } from './siwa.ts'

interface AgentPrincipal extends Agent {
  readonly kind: 'siwa'
  /** Signer of this request: a key, or the contract; null for a receipt alone. */
  readonly signedBy: 'key' | 'contract' | null
  /** Signer of the message for which the receipt was issued. */
  readonly receiptFor: 'key' | 'contract'
  /** The signature of this request; null for a receipt alone. */
  readonly signature: Pick<Signed, 'hash' | 'signature'> | null
  /** Unix seconds. */
  readonly expiresAt: number
}

/** The party that a request acts for. */
export type Principal = SessionPrincipal | AgentPrincipal | { readonly kind: 'machine'; readonly name: Machine }

/** A user of the identity provider, by an access token. */
export interface IdentityPrincipal extends IdentitySession {
  readonly kind: 'identity'
}

/** A user of the identity provider in a session, both authenticated by one request; the session ends at expiresAt. */
export interface LinkingPrincipal extends Omit<SessionPrincipal, 'kind'> {
  readonly kind: 'sessionAndIdentity'
  readonly userId: string
}

/** A user of the chat app, by a session of the Mini App. */
export interface MiniappPrincipal extends MiniappIdentity {
  readonly kind: 'miniapp'
  /** Unix seconds. */
  readonly expiresAt: number
}

/** A worker of keepers, by their key and the keys of its zones. */
export interface KeeprPrincipal {
  readonly kind: 'keepr'
  readonly zones: readonly TrustZone[]
}

/** The principal of any kind of route. */
export type AnyPrincipal = Principal | IdentityPrincipal | LinkingPrincipal | MiniappPrincipal | KeeprPrincipal

/** Kinds that only some families resolve: the others lack the configuration to verify them. */
const OF_FAMILIES = ['identity', 'identityIfAny', 'sessionAndIdentity', 'miniapp', 'keepr'] as const
type OfFamilies = (typeof OF_FAMILIES)[number]
const isOfFamilies = (kind: string): kind is OfFamilies => OF_FAMILIES.some((own) => own === kind)

/**
 * The credentials that a route requires. `none`: credentials are ignored. `build`: a session, also a limited one, or a SIWA receipt
 * alone. `write`: a session, or a receipt with an ERC-8128 signature. `session`: a session. `admin`: the session of an address
 * on the allow list. `identity`: an access token of the identity provider. `identityIfAny`: the same if there is one.
 * `sessionAndIdentity`: both of that and a session. `miniapp`: a session of the Mini App. `keepr`: the key of keepers with
 * that of a zone. `machine`: the shared secret of that machine.
 */
export type Requirement =
  | {
      readonly kind: 'none' | 'build' | 'write' | 'session' | 'admin' | OfFamilies
      /** Whether the handler confirms the principal (`x-authority`), instead of the pipeline. */
      readonly isLeftToHandler?: boolean
      /** Whether the operation grants nothing to its caller (`x-authority`: none), as a builder. */
      readonly grantsNothing?: true
      /** Whether a session whose account was deleted is accepted (`x-ending-session`). */
      readonly takesEnding?: boolean
      /** The budget that a session's request counts against. */
      readonly counts?: CountsSession
    }
  | { readonly kind: 'machine'; readonly name: Machine }

/** Resolves the principal of a request; only families that authenticate have one. */
export type Authenticate = (
  request: Request,
  requirement: Requirement,
  readBody: () => Promise<Uint8Array>,
) => Promise<AnyPrincipal | null>

/** Dependencies of resolvePrincipal. */
export interface Credentials extends SessionCredentials {
  /** Secrets for SIWA receipts, newest first; empty when not configured. */
  readonly receiptSecrets: readonly string[]
  /** Absent if the chain has no identity registry. */
  readonly receiptScope: ReceiptScope | undefined
  readonly nonces: NonceStore
  readonly signerOf: (signed: Signed) => Promise<'key' | 'contract' | null>
  /** Checks that the credential still belongs to the principal. Throws unauthenticated, authority_unknown. */
  readonly confirm: (claimant: Claimant) => Promise<void>
  readonly admins: ReadonlySet<Address>
  /** The machines that the family accepts. */
  readonly machines: Readonly<Partial<Record<Machine, MachineSecrets>>>
  readonly now: () => number
}

/**
 * Resolves the principal of a request, as its route requires; null if the route requires no credential.
 *
 * `readBody` is called only for a signed request with a genuine receipt, and must itself respect the route's limit.
 *
 * Throws unauthenticated, forbidden, forbidden_origin, `…_not_configured`, invalid_request (malformed signature
 * fields), and what the stores, the node and `readBody` throw.
 */
export async function resolvePrincipal(
  request: Request,
  requirement: Requirement,
  credentials: Credentials,
  readBody: () => Promise<Uint8Array>,
): Promise<Principal | null> {
  if (requirement.kind === 'none') return null
  if (isOfFamilies(requirement.kind)) throw new Error(`this family does not resolve ${requirement.kind}`)
  if (requirement.kind === 'machine') {
    await requireMachine(request, requirement.name, credentials.machines[requirement.name] ?? { secrets: [] })
    return { kind: 'machine', name: requirement.name }
  }
  const { kind, takesEnding, counts } = requirement
  const wanted = { changes: kind === 'write', takesEnding, takesLimited: kind === 'build', counts }
  const session = await findSession(request, credentials, wanted)
  const principal =
    session ?? (kind === 'build' || kind === 'write' ? await findAgent(request, kind, credentials, readBody) : null)
  if (!principal) throw (await faultOfSession(request, credentials.sessions)) ?? unauthenticated(undefined)
  if (kind === 'admin') requireAdmin(principal.address, credentials.admins)
  if (!requirement.isLeftToHandler) await credentials.confirm(principal)
  return principal
}

async function findAgent(
  request: Request,
  requirement: 'build' | 'write',
  { receiptSecrets, receiptScope, nonces, signerOf, now }: Credentials,
  readBody: () => Promise<Uint8Array>,
): Promise<AgentPrincipal | null> {
  const given = receiptOf(request.headers)
  if (!given) return null
  if (receiptSecrets.length === 0 || !receiptScope) throw new ApiError('siwa_not_configured')
  const agent = openReceipt(given.receipt, receiptSecrets, receiptScope)
  if (!agent) throw unauthenticated(faultOfReceipt(given.receipt, now()), { scheme: 'SIWA', error: 'invalid_receipt' })
  // A signature covers the X-SIWA-Receipt header, so a receipt sent elsewhere cannot be part of a signed request.
  const signed = given.isBound && hasRequestSignature(request.headers)
  if (!signed && requirement === 'write')
    throw unauthenticated('the receipt alone is not enough; sign the request as Accept-Signature states (ERC-8128)', {
      scheme: 'ERC8128',
      error: 'signature_missing',
    })
  const { chainId, address } = agent
  const rules = { chainId, address, nonces, signerOf, now: now() }
  const signature = signed ? await verifySignedRequest(request, await readBody(), rules) : null
  return { kind: 'siwa', signedBy: signature && signature.by, signature, ...agent }
}

/** Name of a principal in budgets and records: an address in lower case, a user id, the machine, or the keeper's zones. */
export function nameOf(principal: AnyPrincipal): string {
  if (principal.kind === 'machine') return principal.name
  if (principal.kind === 'keepr') return `keepr:${principal.zones.join('+')}`
  if (principal.kind === 'identity') return principal.userId
  return principal.kind === 'miniapp' ? principal.chatappUserId : principal.address.toLowerCase()
}

export const isAdmin = (address: Address, admins: ReadonlySet<Address>): boolean => admins.has(getAddress(address))

/** Throws forbidden unless `address` is on the allow list. */
function requireAdmin(address: Address, admins: ReadonlySet<Address>): void {
  if (!isAdmin(address, admins)) throw new ApiError('forbidden', 'this address is not an administrator')
}

const FAULTS = {
  expired: 'the session has expired',
  ended: 'the session was ended',
  limited:
    'the session is limited: it only builds transactions and reads, as a bearer token; for a full session, request the nonce without `scope`',
}

/** The fault of a request's session, which was not accepted; undefined if the request has no session. */
export async function faultOfSession(
  request: Request,
  sessions: Pick<SessionStore, 'fateOf'>,
): Promise<ApiError | undefined> {
  const isBearer = bearerOf(request) !== undefined
  if (!isBearer && !hasSessionCookie(request)) return undefined
  const [first] = givenTokens(request)
  const fate = first && (await sessions.fateOf(first.token))
  const text = fate ? FAULTS[fate] : `the ${isBearer ? 'bearer token' : 'cookie'} is not a session of this service`
  return isBearer ? invalidToken('session', text, fate === 'limited' ? 'full' : undefined) : unauthenticated(text)
}
