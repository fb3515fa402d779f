import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { SignInChallenge, StartedSession } from '../../schema/account/answers.ts'
import { MiniappSession } from '../../schema/chatapp/answers.ts'
import { envelope } from '../../schema/common.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { LIMITS, variableOf } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import type { Role } from '../../shared/chain/config.ts'
import { accounts } from '../../localnet/world/accounts.ts'
import { startServices } from '../../localnet/startServices.ts'
import { atProvider, type Person } from '../chatapp/joinChatapp.ts'
import { makeSecrets } from '../../localnet/secrets.ts'
import { localProfiles, localRooms } from '../../localnet/seed.ts'
import { borrowWorld } from '../support/borrowWorld.ts'
import { type BorrowedNet, serve, startLocalnet, type TestNet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'

/** Every operation with the family that answers it. */
export const operations = Object.entries(OPERATIONS).flatMap(([family, own]) =>
  Object.values(own).map((operation) => ({ family, id: operation.operationId, operation })),
)

/** Whether its caller shows a session, and no credential of a machine. */
export function signsIn({ 'x-auth': always, 'x-auth-when': when }: Operation): boolean {
  const credential = always ?? (when?.is === 'absent' ? when.auth : undefined)
  return credential !== undefined && ['build', 'write', 'session', 'admin'].includes(credential)
}

/** Requests that one client may make of any class within its window. */
export const BUDGET = 6

/** The parts of a request beside its method and path. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Text or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Live extends TestNet {
  /** Sends a call, each from an address of its own unless it names one. */
  send(operation: Pick<Operation, 'method' | 'path'>, call?: Call): Promise<Response>
  /** The header of a new session, of a new account by default. */
  session(account?: PrivateKeyAccount): Promise<Record<string, string>>
  /** An administrator who has not called yet, where there are several. */
  admin(): PrivateKeyAccount
  /** Somebody new who has opened the Mini App, signed in at the identity provider, and linked the chat account there. */
  chatPerson(): Promise<Person>
  /** The header of an access token of somebody new at the identity provider, with an e-mail address. */
  idpToken(): Promise<Record<string, string>>
  /** The header of an access token of somebody new, to whom an account with a profile at the trend provider is linked there. */
  trendToken(): Promise<Record<string, string>>
  /** Fresh launch data of the Mini App. */
  launchData(): string
  /** URLs of what stands in for services of the outside world. */
  readonly services: Readonly<Record<string, string>>
  /** An address that no request came from yet. */
  newClient(): string
}

/** So many that none of them uses up a budget before a test means to. */
const ADMINS = 64
/** Every family that has operations. */
const families = [...new Set(operations.map(({ family }) => family))]
/** Examples are sent more than once, which signed ones could not be. */
const UNSIGNED = { CRE_RUNTIME_SIGNING_SECRET: '' }
const smallBudgets = Object.fromEntries(Object.keys(LIMITS).map((name) => [variableOf(name), String(BUDGET)]))

/**
 * All families that have operations, over a chain of their own, with budgets small enough to be used up unless others are
 * given; their node, and how long an answer of the newest block is kept, may be others than usual.
 */
export async function startLive({
  budgets = smallBudgets,
  logLevel = 'warn',
  ...options
}: { budgets?: Readonly<Record<string, string>>; logLevel?: 'info' | 'warn' } & Pick<
  Parameters<typeof startLocalnet>[0],
  'nodeUrl' | 'blockTimeMs' | 'followsBlocks'
> = {}): Promise<Live & BorrowedNet> {
  const services = await startServices()
  const random = seeded('administrators')
  const admins = Array.from({ length: ADMINS }, () => random.account())
  const ADMIN_ADDRESSES = admins.map(({ address }) => address).join()
  const variables = { ...services.variables, ...budgets, ...UNSIGNED, LOG_LEVEL: logLevel, ADMIN_ADDRESSES }
  const net = await startLocalnet({ ...options, families, variables })
  return { ...net, ...toLive(net, services, admins) }
}

/**
 * All families that have operations three times over one chain, indistinguishable to them: in this process, in
 * workerd, and in this process again.
 */
export async function startAlike(): Promise<{ readonly lives: readonly [Live, Live, Live]; stop(): Promise<void> }> {
  const services = await startServices()
  const { anvil, world, giveBack } = await borrowWorld()
  const chain = { rpcUrl: anvil.url, chainId: world.chainId, contracts: world.contracts, blockTimeMs: 200 }
  const served = {
    chain,
    families,
    profiles: localProfiles(world.contracts.wallet),
    rooms: localRooms(chain.chainId, world.contracts),
  }
  const variables = { ...makeSecrets({}), ...services.variables, ...UNSIGNED }
  const start = async (inWorkerd: boolean): Promise<Live> => {
    const net = await serve({ ...served, variables, inWorkerd })
    return toLive({ ...net, world, anvil, rpcUrl: anvil.url }, services)
  }
  const lives = [await start(false), await start(true), await start(false)] as const
  return {
    lives,
    async stop() {
      for (const live of lives) await live.stop()
      await giveBack()
    },
  }
}

interface Lacking {
  readonly families: readonly string[]
  readonly roles: readonly Role[]
  readonly variables: readonly string[]
}

/** Families without some roles of the chain's configuration, and without some variables and secrets; sign-in is there. */
export async function startLacking(lacking: Lacking): Promise<Live> {
  const services = await startServices()
  const empty = Object.fromEntries(lacking.variables.map((name) => [name, '']))
  const variables = { ...services.variables, ...UNSIGNED, ...empty }
  const net = await startLocalnet({
    families: [...new Set(['account', ...lacking.families])],
    variables,
    withoutRoles: lacking.roles,
  })
  return toLive(net, services)
}

const adminKey = accounts.find(({ role }) => role === 'admin')?.privateKey

/** A client of a running localnet, and of what stands in for the outside world. */
export function toLive(
  net: TestNet,
  services: Awaited<ReturnType<typeof startServices>>,
  admins?: readonly PrivateKeyAccount[],
): Live {
  services.web.serveAgents(net.world)
  services.facilitator.serveChain({ rpcUrl: net.rpcUrl, chainId: net.world.chainId })
  services.paymaster.serveChain({ rpcUrl: net.rpcUrl, ...net.world })
  const random = seeded('sessions')
  const queue = admins ? [...admins] : adminKey ? [privateKeyToAccount(adminKey)] : []
  let clients = 0
  let people = 0
  const newClient = (): string => {
    clients++
    return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  }
  const send = (
    { method, path }: Pick<Operation, 'method' | 'path'>,
    { params, query, body, headers }: Call = {},
  ): Promise<Response> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? `{${name}}`)
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    return fetch(`${net.api}${filled}${search}`, {
      method: method.toUpperCase(),
      headers: { 'cf-connecting-ip': newClient(), ...headers },
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
                ? body
                : JSON.stringify(body),
            duplex: 'half',
          }),
    })
  }
  return {
    ...net,
    send,
    newClient,
    session: (account = random.account()) => openSession(send, account),
    admin() {
      const next = queue.shift()
      if (!next) throw new Error('nobody is an administrator')
      queue.push(next)
      return next
    },
    async idpToken() {
      const { token } = await atProvider(services).signIn(`person-${++people}@example.org`)
      return { 'x-idp-token': token }
    },
    async trendToken() {
      const email = `person-${++people}@example.org`
      const { token } = await atProvider(services).signIn(email)
      const { address } = random.account()
      services.trend.setProfile({ handle: `aurora.${people}`, displayName: 'Aurora', wallets: [address] })
      services.identity.users.link(email, {
        type: 'cross_app',
        provider_app_id: services.trend.appId,
        subject: `did:privy:trend${people}`,
        embedded_wallets: [{ address }],
      })
      return { 'x-idp-token': token }
    },
    launchData: () => services.chatapp.launchData(),
    chatPerson: () =>
      atProvider(services).join(async (initData) => {
        const answer = await send({ method: 'post', path: '/chatapp/miniapp/session' }, { body: { initData } })
        return envelope(MiniappSession).parse(await answer.json()).data.sessionToken
      }),
    services: services.urls,
    async stop() {
      await net.stop()
      await services.stop()
    },
  }
}

/** Operations that end the session that they are called with, or bind its account to somebody. */
export const HAS_OWN_SESSION: readonly string[] = ['logoutAuth', 'deletePortfolio', 'linkAccount']

/**
 * The same client with one stranger and one administrator, each with one session, if an example names no account: to open a
 * session takes longer than most calls.
 */
export function withFewSessions(live: Live): Live {
  const open = new Map<PrivateKeyAccount | undefined, ReturnType<Live['session']>>()
  let admin: PrivateKeyAccount | undefined
  return {
    ...live,
    admin: () => (admin ??= live.admin()),
    session(account) {
      const known = open.get(account) ?? live.session(account)
      if (account === undefined || account === admin) open.set(account, known)
      return known
    },
  }
}

/** Gives the headers of sessions that several requests use, none of them so often that it is denied. */
export function shareSessions(live: Live): () => ReturnType<Live['session']> {
  let shared: ReturnType<Live['session']> | undefined
  let uses = 0
  return () => (shared = uses++ % BUDGET === 0 || !shared ? live.session() : shared)
}

/** A session of an account, whatever the examples' own sessions are; a limited one if the query of its nonce says so. */
export async function openSession(
  send: Live['send'],
  account: PrivateKeyAccount,
  query: Call['query'] = {},
): Promise<Record<string, string>> {
  const answer = await send({ method: 'get', path: '/auth/nonce' }, { query })
  const { issuedAt, ...challenge } = envelope(SignInChallenge).parse(await answer.json()).data
  const message = createSiweMessage({
    ...challenge,
    address: account.address,
    version: '1',
    issuedAt: new Date(issuedAt),
  })
  const verified = await send(
    { method: 'post', path: '/auth/verify' },
    { body: { message, signature: await account.signMessage({ message }) } },
  )
  const { token } = envelope(StartedSession).parse(await verified.json()).data
  return { authorization: `Bearer ${token}` }
}
