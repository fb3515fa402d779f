import type { Client } from '../createClient.ts'
import { ApiError } from '../errors.ts'
import { getAuthMe } from '../generated/operations.gen.ts'
import type { Hex } from '../Operation.ts'
import { originOf } from './originOf.ts'
import type { TokenStore } from './TokenStore.ts'

/** A sign-in, as it is stored. */
export interface SignedIn {
  /** Base URL of the API. */
  readonly api: string
  readonly address: Hex
  /** Token id of the agent of a SIWA receipt; null for a session. */
  readonly agentId: number | null
  /** Token of the session, or receipt; null for a session that is a cookie. */
  readonly token: string | null
  /** ISO 8601. */
  readonly expiresAt: string
  /** Milliseconds by which the clock of the API was ahead of this one, or less by the time that its answer took. */
  readonly aheadMs: number
}

/** A method of signing in. */
export interface SignInMethod {
  /** Whether a stored sign-in was made by this method and for the same signer. */
  isOwn(stored: SignedIn): boolean
  /** Signs in, with a new signature or code. */
  signIn(): Promise<SignedIn>
  /** The request with the proof of a sign-in. */
  authorize(request: Request, signedIn: SignedIn, needsSignature: boolean): Request | Promise<Request>
  /** Ends a sign-in at the API. */
  end(signedIn: SignedIn): Promise<unknown>
}

/**
 * Signs in, or resumes the stored sign-in if the API still accepts it. The client's credential then renews itself after a refusal;
 * calls that are refused together share one renewal.
 *
 * Throws what the store, the API and the method throw. A sign-in that the store refuses is ended.
 */
export async function keepSignIn(client: Client, store: TokenStore, method: SignInMethod): Promise<SignedIn> {
  const api = client.network.baseUrl
  let isOver = false
  let signedIn = await find()
  let renewal: Promise<SignedIn> | undefined

  const authorize = (current: SignedIn, request: Request, needsSignature: boolean) =>
    !isOver && originOf(request.url) === originOf(current.api)
      ? method.authorize(request, current, needsSignature)
      : request

  async function find(): Promise<SignedIn> {
    const stored = parse(await store.get(), api)
    if (stored && method.isOwn(stored) && (await isAccepted(stored))) return stored
    const made = await method.signIn()
    try {
      await store.set(JSON.stringify(made))
    } catch (error) {
      // Nobody could end it later.
      await method.end(made).catch(() => {})
      throw error
    }
    return made
  }

  async function isAccepted(stored: SignedIn): Promise<boolean> {
    const credential = { authorize: (request: Request, needs: boolean) => method.authorize(request, stored, needs) }
    try {
      return isSame((await getAuthMe({ ...client, credential })).address, stored.address)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return false
      throw error
    }
  }

  client.credential = {
    authorize: (request, needsSignature) => authorize(signedIn, request, needsSignature),
    async renew() {
      if (isOver) return false
      renewal ??= find().finally(() => (renewal = undefined))
      signedIn = await renewal
      return true
    },
    async end() {
      isOver = true
      try {
        await renewal?.catch(() => {})
        await method.end(signedIn)
        if ((await store.get()) === JSON.stringify(signedIn)) await store.set(null)
      } catch (error) {
        isOver = false
        throw error
      }
    },
  }
  return signedIn
}

/** The stored sign-in of an API; undefined if there is nothing usable. */
function parse(text: string | null, api: string): SignedIn | undefined {
  if (text === null) return undefined
  try {
    const stored: SignedIn = JSON.parse(text)
    const { address, token, aheadMs } = stored
    const isUsable =
      stored.api === api && typeof address === 'string' && Number.isFinite(aheadMs) && /^[!-~]+$/.test(token ?? 'null')
    return isUsable ? stored : undefined
  } catch {
    return undefined
  }
}

/** Whether two addresses are the same, however they are written. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
