import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { type Call, readBody, Refusal, serveJson, type Service } from '../standIn.ts'

/** A profile and the wallets that show it, the public one first. */
interface Profile {
  readonly handle: string
  readonly displayName?: string | undefined
  readonly wallets: readonly [string, ...string[]]
}

export interface Trend extends Service {
  /** Its application at the identity provider. */
  readonly appId: string
  /** Gives wallets a profile, in place of another one. */
  setProfile(profile: Profile): void
  /** Answers in place of the provider, to simulate one that is broken or lies. */
  respond: ((response: ServerResponse) => void) | undefined
  /** How often a profile was requested. */
  lookups(): number
}

const MOST_PROFILES = 2000
const Given = z.object({
  handle: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  displayName: z.string().max(64).optional(),
  wallets: z.tuple([z.string()], z.string()).refine((all) => all.every((one) => isAddress(one))),
})

/**
 * Stands in for the trend provider: `GET /profile?identifier=` a wallet, for clients with its key. `PUT /dev/profile` gives
 * wallets a profile. An unknown wallet has the profile that the provider makes up: its own address, shortened.
 */
export async function startTrend(): Promise<Trend> {
  const apiKey = randomBytes(24).toString('hex')
  const byWallet = new Map<Address, Profile>()
  let lookups = 0

  function setProfile(profile: Profile) {
    if (byWallet.size >= MOST_PROFILES) throw new Refusal(403, 'too_many', 'too many profiles')
    for (const wallet of profile.wallets) byWallet.set(getAddress(wallet), profile)
  }

  async function answer({ request, response, url, route }: Call): Promise<unknown> {
    if (trend.respond) return trend.respond(response)
    if (route === 'PUT /dev/profile') {
      const given = await readBody(request, Given)
      setProfile(given)
      return given
    }
    if (route !== 'GET /profile') throw new Refusal(404, 'not_found', 'there is no such route')
    if (request.headers['api-key'] !== apiKey) throw new Refusal(401, 'unauthorized', 'no such key')
    lookups++
    const wallet = url.searchParams.get('identifier') ?? ''
    if (!isAddress(wallet, { strict: false })) return {}
    return { profile: shown(byWallet.get(getAddress(wallet)) ?? { handle: shortened(wallet), wallets: [wallet] }) }
  }

  const { url, stop } = await serveJson(answer)
  const appId = 'localtrend'
  const trend: Trend = {
    url,
    variables: { TREND_API_URL: url, TREND_API_KEY: apiKey, TREND_APP_ID: appId },
    appId,
    setProfile,
    respond: undefined,
    lookups: () => lookups,
    stop,
  }
  return trend
}

const shortened = (wallet: string): string => `${wallet.slice(0, 6)}...${wallet.slice(-4)}`

const wallet = (walletAddress: string) => ({ walletType: 'PRIVY', walletAddress })

const shown = ({ handle, displayName, wallets: [first, ...others] }: Profile) => ({
  id: Buffer.from(`GraphQLAccountProfile:${handle}`).toString('base64'),
  handle,
  platformBlocked: false,
  username: handle,
  createdAt: '2026-01-01T00:00:00Z',
  displayName,
  bio: '',
  publicWallet: wallet(first),
  socialAccounts: {},
  linkedWallets: { edges: others.map((one) => ({ node: wallet(one) })) },
})
