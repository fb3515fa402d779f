import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { LOCAL_ORIGIN } from '../functions/site/atHost.ts'
import { SECURITY_SCHEMES } from '../schema/openapi.ts'
import { chainOf, commonVariables } from '../shared/env/env.ts'
import { readEnv } from '../shared/env/readEnv.ts'
import { cookieName } from '../shared/auth/session.ts'
import { FOLDER } from './readExamples.ts'
import type { Environment } from './workers.ts'

/** A deployment as far as its documents show it: the chain, the hosts, and the name of the session's cookie. */
export interface Deployment {
  readonly chainId: number
  /** Addresses of contracts by role. */
  readonly contracts: Readonly<Record<string, string>>
  /** Public base URL of the API, ending in /api. */
  readonly baseUrl: string
  readonly appUrl: string
  readonly cookie: string
  /** Whether the URLs are those of the examples, because the host is known only when it is served. */
  readonly isLocal: boolean
  /** Whether the host is an agent: then it has an agent card. */
  readonly hasAgent: boolean
  /** URI to report a vulnerability to. */
  readonly securityContact: string
}

/** The chain of the local world, which the examples are of; `npm run examples` writes it. */
export const worldFile = path.join(FOLDER, 'world.json')
export const ExampleWorld = z.object({ chainId: z.int(), contracts: z.record(z.string(), z.string()) })

/** URLs of a deployment in the examples. */
export const EXAMPLE_URLS = { baseUrl: 'https://api.example.com/api', appUrl: 'https://app.example.com' } as const

/** The local world, over http on loopback. */
export const localDeployment = (): Deployment => (local ??= readLocal())

let local: Deployment | undefined

const readLocal = (): Deployment => ({
  ...ExampleWorld.parse(JSON.parse(readFileSync(worldFile, 'utf8'))),
  ...EXAMPLE_URLS,
  cookie: cookieName(new URL('http://127.0.0.1')),
  isLocal: true,
  hasAgent: true,
  securityContact: 'mailto:security@example.com',
})

/** Another chain at a localnet. */
export const deploymentOfChain = ({ chainId, contracts }: Pick<Deployment, 'chainId' | 'contracts'>): Deployment => ({
  ...localDeployment(),
  chainId,
  contracts,
  hasAgent: contracts['identityRegistry'] !== undefined,
})

/** An environment that is deployed. */
export function deploymentOf({ variables, securityContact }: Environment): Deployment {
  const env = readEnv(CommonEnv, variables)
  const { chainId, contracts } = chainOf(env)
  const { BASE_URL: baseUrl, APP_URL: appUrl = new URL(baseUrl).origin } = env
  const hasAgent = variables['AGENT'] !== undefined && contracts.identityRegistry !== undefined
  return {
    chainId,
    contracts,
    baseUrl,
    appUrl,
    cookie: cookieName(new URL(baseUrl)),
    isLocal: false,
    hasAgent,
    securityContact,
  }
}

/** Origin of the host in its documents. That of a localnet is known only when it serves: `site` puts it in. */
export const originAt = ({ baseUrl, isLocal }: Deployment): string => (isLocal ? LOCAL_ORIGIN : new URL(baseUrl).origin)

const CommonEnv = z.object(commonVariables)

/**
 * A text of the document as it reads for a deployment: its contracts of the same roles, its chain id, hosts and cookie replace
 * those of the examples. A contract whose role has no address there stays as it is.
 */
export function forDeployment(text: string, { chainId, contracts, baseUrl, appUrl, cookie }: Deployment): string {
  const world = localDeployment()
  const addresses = Object.entries(world.contracts).flatMap(([role, from]): [string, string][] => {
    const to = contracts[role]
    return to === undefined ? [] : [[digitsOf(from), digitsOf(to)]]
  })
  const names = new Map([
    ...addresses,
    ...addresses.map(([from, to]): [string, string] => [from.toLowerCase(), to.toLowerCase()]),
    [new URL(world.baseUrl).host, new URL(baseUrl).host],
    [new URL(world.appUrl).host, new URL(appUrl).host],
    [SECURITY_SCHEMES.session.name, cookie],
  ])
  const ids = new Map([
    [String(world.chainId), String(chainId)],
    [`0x${world.chainId.toString(16)}`, `0x${chainId.toString(16)}`],
  ])
  // All at once: what one replacement writes is nothing that another one finds.
  const found = new RegExp(`${[...names.keys()].join('|')}|\\b(?:${[...ids.keys()].join('|')})\\b`, 'g')
  return text.replace(found, (one) => names.get(one) ?? ids.get(one) ?? one)
}

/** An address as calldata has it too. */
const digitsOf = (address: string): string => address.slice('0x'.length)
