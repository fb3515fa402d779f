import { encodeFunctionData, type Hex, type LocalAccount } from 'viem'
import * as z from 'zod'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { accountOf, type Answer, bearer, dataOf, signIn, toAnswer } from '../../account/support.ts'
import { ReservedTrend, SentinelReport } from '../../../schema/market/coinTrendAnswers.ts'
import { ask } from '../../support/ask.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'
import { seeded } from '../../support/seeded.ts'

const Config = z.looseObject({ contracts: z.record(z.string(), z.string()) })

type Headers = Readonly<Record<string, string>>

/** The family over a node that can be broken, with an administrator's session. */
export async function startTrendNet(variables: Readonly<Record<string, string>> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['market', 'account'],
    variables,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('there is no proxy')
  const node = proxy
  const random = seeded('trend net')
  const db = await net.database()
  const sessionOf = async (account: LocalAccount) => bearer((await signIn(net.api, account)).token)
  const admin = await sessionOf(accountOf(net, 'admin'))
  const sentinel = bearer(net.secrets['TREND_SENTINEL_SECRET'] ?? '')

  const get = async (path: string, headers: Headers = {}): Promise<Answer> =>
    toAnswer(await fetch(`${net.api}/coin-trend/${path}`, { headers }))
  const post = async (path: string, body: unknown, headers: Headers = {}): Promise<Answer> =>
    toAnswer(
      await fetch(`${net.api}/coin-trend/${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers,
      }),
    )
  const send = async (to: Hex, data: Hex, from = accountOf(net, 'stranger').address) => {
    const given = z.object({ status: z.string(), transactionHash: z.string() })
    return given.parse(await ask(net.rpcUrl, 'eth_sendTransactionSync', { from, to, data, gas: '0xe4e1c0' }))
  }
  return {
    ...net,
    node,
    db,
    admin,
    sentinel,
    random,
    sessionOf,
    get,
    post,
    send,
    /** Deploys the coin of a ticker, as anybody may. */
    deploy: (ticker: string, factory: Hex = net.world.contracts.trendFactory) =>
      send(factory, encodeFunctionData({ abi: trendFactoryAbi, functionName: 'deployTrendCoin', args: [ticker] })),
    async reserve(body: unknown): Promise<z.output<typeof ReservedTrend>> {
      const { status, json } = await post('trendReserve', body, admin)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return ReservedTrend.parse(json)
    },
    look: async (body: unknown = {}) => dataOf(await post('trendSentinelProcess', body, sentinel), SentinelReport),
    statusOf: async (ticker: string) =>
      (await db.prepare('select status from trend_ops where ticker = ?').bind(ticker).first<{ status: string }>())
        ?.status,
    /** The Workers have other contracts in these roles while the work lasts; null for none. */
    async withRoles(roles: Readonly<Record<string, Hex | null>>, work: () => Promise<void>) {
      const config = Config.parse(JSON.parse(net.variables['CHAIN_CONFIG'] ?? ''))
      const all: [string, string | null][] = Object.entries({ ...config.contracts, ...roles })
      const contracts = Object.fromEntries(all.filter(([, address]) => address !== null))
      await net.withVariables({ CHAIN_CONFIG: JSON.stringify({ ...config, contracts }) }, work)
    },
    async stop() {
      await net.stop()
      await node.stop()
    },
  }
}

export type TrendNet = Awaited<ReturnType<typeof startTrendNet>>
