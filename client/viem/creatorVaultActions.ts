import {
  type Account,
  assertCurrentChain,
  BaseError,
  type Chain,
  type Client as ViemClient,
  type Transport,
} from 'viem'
import { getChainId, signMessage } from 'viem/actions'
import { getAction } from 'viem/utils'
import type { Session } from '../auth/session.ts'
import { signIn, type SignInOptions } from '../auth/signIn.ts'
import { type Client, createClient, type RequestOptions } from '../createClient.ts'
import { reads } from '../generated/reads.gen.ts'
import type { PreparedAgentWallet, UnsignedCalldata } from '../generated/types.gen.ts'
import { base, localnet, type Network } from '../networks.ts'
import { CALL_ANOTHER, NAMED_BUILDERS } from './namedBuilders.ts'
import type { ReadActions, SendActions, SendOptions, Sent } from './Actions.ts'
import { NotSentError } from './errors.ts'
import { requireGood, requireMatch } from './requireSendable.ts'
import { sendCallsAsBatch, takesBatches } from './sendCallsAsBatch.ts'
import { sendCallsInOrder } from './sendCallsInOrder.ts'

export interface CreatorVaultOptions {
  /** The API; the preset of the viem client's chain unless given. */
  readonly network?: Network
  /** The client of the API to use, for example one that is signed in. */
  readonly client?: Client
}

export type CreatorVaultActions = ReadActions &
  SendActions & {
    /** The client of the API, for every other operation. */
    readonly vaults: Client
    /** Signs in the account of the wallet, as `signIn` does. Throws a BaseError if the wallet client has none. */
    signIn(options?: SignInOptions): Promise<Session>
  }

/**
 * Actions of the API for a wallet client of viem: its public reads, by their names; and for each builder an action that builds for
 * the account of the wallet, checks, sends and waits. Such actions take turns, so that each is built on what the one before it did.
 *
 * They throw NotSentError, SendError and RevertedError, and the errors of an operation.
 *
 * @example
 * const wallet = createWalletClient({ account, chain: base, transport }).extend(creatorVaultActions())
 * const { blockNumber } = await wallet.lock({ amountDecimal: '1000', durationSec: 31_536_000 })
 * const { lock } = await wallet.getVetokenUser({ address: account.address })
 */
export const creatorVaultActions =
  (options: CreatorVaultOptions = {}) =>
  (wallet: ViemClient<Transport, Chain | undefined, Account | undefined>): CreatorVaultActions => {
    const vaults = options.client ?? createClient({ network: options.network ?? presetOf(wallet.chain) })
    const chain = chainOf(vaults.network, wallet.chain)

    async function buildAndSend(
      build: Builder['build'],
      parameters: object = {},
      { force = false, confirm = () => true, ...request }: SendOptions = {},
    ): Promise<Sent> {
      const account = accountOf(wallet)
      assertCurrentChain({ chain, currentChainId: await getAction(wallet, getChainId, 'getChainId')({}) })
      const own = { from: account.address, chainId: chain.id }
      const built = await build(vaults, { ...own, ...parameters }, request)
      if (!('calls' in built)) throw new BaseError('Use wallet.vaults, with action: encode')
      requireMatch(built, { ...parameters, ...own }, CALL_ANOTHER.includes(build))
      requireGood(built, force)
      if (!(await confirm(built))) throw new NotSentError('declined', ['it was not confirmed'], built)
      const sending = { vaults, wallet, account, chain, built, signal: request.signal }
      const sent = await ((await takesBatches(sending)) ? sendCallsAsBatch : sendCallsInOrder)(sending)
      return { built, ...sent }
    }

    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const turn = last.then(work)
      last = turn.catch(() => {})
      return turn
    }

    const sends = Object.entries<object>(NAMED_BUILDERS).flatMap(([name, named]) =>
      Object.values(named).map((build: Builder['build']) => [
        name,
        (...rest: [object?, SendOptions?]) => inTurn(() => buildAndSend(build, ...rest)),
      ]),
    )
    const bound = Object.entries<Reader['read']>(reads).map(([id, read]) => [id, read.bind(null, vaults)])
    const actions: ReadActions & SendActions = Object.fromEntries([...sends, ...bound])
    return {
      ...actions,
      vaults,
      async signIn(signInOptions) {
        const account = accountOf(wallet)
        const sign = getAction(wallet, signMessage, 'signMessage')
        return signIn(vaults, { account, signMessage: ({ message }) => sign({ account, message }) }, signInOptions)
      },
    }
  }

type Rest = [parameters?: object, options?: RequestOptions]
interface Reader {
  read(client: Client, ...rest: Rest): Promise<unknown>
}
interface Builder {
  build(client: Client, ...rest: Rest): Promise<UnsignedCalldata | PreparedAgentWallet>
}

function accountOf({ account }: { readonly account?: Account | undefined }): Account {
  if (!account) throw new BaseError('The wallet client has no account')
  return account
}

/** Returns the preset of a chain. Throws a BaseError if the chain has none. */
function presetOf(chain: Chain | undefined): Network {
  const preset = [base, localnet].find(({ chainId }) => chainId === chain?.id)
  if (preset) return preset
  const lack = chain ? `Chain ${chain.id} has no preset` : 'The wallet client has no chain'
  throw new BaseError(`${lack}: pass network: { chainId, baseUrl } to creatorVaultActions`)
}

/** The chain of the wallet. Throws a BaseError if the API is not of this chain. */
function chainOf({ chainId: id }: Network, chain: Chain | undefined): Chain {
  if (chain && chain.id !== id) throw new BaseError(`The API is for chain ${id}, the wallet for ${chain.id}`)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return chain ?? { id, name: `Chain ${id}`, nativeCurrency, rpcUrls: { default: { http: [] } } }
}
