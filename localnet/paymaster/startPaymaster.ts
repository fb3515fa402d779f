import { randomBytes } from 'node:crypto'
import { type Address, type Client, createClient, http } from 'viem'
import * as z from 'zod'
import { SMART_WALLET_FACTORIES } from '../../shared/chain/networks/smartWallets.ts'
import { type Call, Cut, outage, readBody, Refusal, serveJson, type Service, suffer } from '../standIn.ts'
import { LOCAL_FACTORIES } from '../world/deployAccounts.ts'
import { createBundler } from './createBundler.ts'
import { type Paymasters, signSponsorship } from './signSponsorship.ts'
import { readUserOperation } from './UserOperation.ts'

/** Faults of the paymaster service, which last until others are set. */
export const PaymasterFaults = z.strictObject({
  ...outage,
  /** The connection is cut before the answer. */
  cut: z.boolean().optional(),
  /**
   * `refused`: answers with an error of its own. `id`: answers another call. `version`: answers with the fields of another
   * EntryPoint. `entryPoint`: names a paymaster of another EntryPoint. `final`: calls a stub final. `gas`: asks for more gas
   * than anybody has. `garbage`: answers nothing that makes sense. `long`: answers a megabyte.
   */
  lie: z.enum(['refused', 'id', 'version', 'entryPoint', 'final', 'gas', 'garbage', 'long']).optional(),
})
export type PaymasterFaults = z.output<typeof PaymasterFaults>

/** The chain whose paymasters it signs for. */
export interface SponsoredChain {
  readonly rpcUrl: string
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>>
}

export interface LocalPaymaster extends Service {
  /** The chain that it signs for from now on. */
  serveChain(chain: SponsoredChain): void
  /** Replaces all switches. */
  setFaults(faults: PaymasterFaults): void
  /** The calls that it was sent as a paymaster. */
  requests(): readonly { readonly method: string; readonly params: readonly unknown[] }[]
}

const MAX_BYTES = 524_288
const RpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

interface Open {
  readonly client: Client
  readonly paymasters: Paymasters
  readonly bundle: ReturnType<typeof createBundler>
}

/**
 * A paymaster service by ERC-7677, for clients that know its URL (`POST /v1/<key>`), over the paymasters of the local chain, which
 * accept what it signs; and a bundler (`POST /bundler`). `PUT /dev/faults` makes the paymaster fail, stall or lie.
 */
export async function startPaymaster(chain?: SponsoredChain): Promise<LocalPaymaster> {
  const key = randomBytes(24).toString('hex')
  const requests: { method: string; params: readonly unknown[] }[] = []
  let faults: PaymasterFaults = {}
  let open = chain && openChain(chain)

  async function sponsor({ paymasters, client }: Open, method: string, params: readonly unknown[]): Promise<unknown> {
    if (method !== 'pm_getPaymasterStubData' && method !== 'pm_getPaymasterData')
      throw new Error(`the method ${method} does not exist`)
    const { lie } = faults
    const [operation, entryPoint, chainId] = params
    if (Number(chainId) !== (await chainIdOf(client))) throw new Error('another chain is served')
    if (lie === 'refused') throw new Error('out of funds at account 1234')
    const isStub = method === 'pm_getPaymasterStubData'
    const signed = await signSponsorship(client, paymasters, readUserOperation(operation, entryPoint), { isStub })
    const { '0.6': first, '0.7': second } = paymasters
    if (lie === 'version')
      return signed['paymaster'] ? { paymasterAndData: first } : { paymaster: second, paymasterData: '0x' }
    if (lie === 'entryPoint')
      return signed['paymaster']
        ? { ...signed, paymaster: first }
        : { paymasterAndData: `${second}${signed['paymasterAndData']?.slice(42)}` }
    if (lie === 'gas') return { ...signed, paymasterVerificationGasLimit: '0xffffffff' }
    if (lie === 'long') return { ...signed, sponsor: { name: 'x'.repeat(1_000_000) } }
    return { ...signed, sponsor: { name: 'Local paymaster' }, isFinal: lie === 'final' }
  }

  async function answer({ request, route }: Call): Promise<unknown> {
    if (route === 'PUT /dev/faults') return (faults = await readBody(request, PaymasterFaults))
    if (!open) throw new Refusal(503, 'no_chain', 'No chain is served')
    const isBundler = route === 'POST /bundler'
    if (!isBundler && route !== `POST /v1/${key}`) throw new Refusal(404, 'not_found', 'There is no such route')
    const { id, method, params } = await readBody(request, RpcCall, MAX_BYTES)
    try {
      const result = await (isBundler ? open.bundle(method, params) : faulty(open, method, params))
      return { jsonrpc: '2.0', id: !isBundler && faults.lie === 'id' ? 'another' : id, result }
    } catch (error) {
      if (error instanceof Refusal || error instanceof Cut) throw error
      const message = error instanceof Error ? error.message : 'failed'
      return { jsonrpc: '2.0', id, error: { code: -32_000, message } }
    }
  }

  async function faulty(own: Open, method: string, params: readonly unknown[]): Promise<unknown> {
    requests.push({ method, params })
    const { cut, lie } = faults
    await suffer(faults)
    if (cut) throw new Cut()
    return lie === 'garbage' ? 'not an answer' : sponsor(own, method, params)
  }

  const { url, stop } = await serveJson(answer)
  return {
    url,
    variables: {
      PAYMASTER_UPSTREAM_URL: `${url}/v1/${key}`,
      PAYMASTER_IN_CALLS: 'on',
      PAYMASTER_POLICY: JSON.stringify(LOCAL_POLICY),
    },
    serveChain: (served) => void (open = openChain(served)),
    setFaults: (given) => void (faults = given),
    requests: () => requests,
    stop,
  }
}

/** On the local chain there are factories for every EntryPoint, and everybody may have operations sponsored. */
const LOCAL_POLICY = {
  requireAllowlist: false,
  walletFactories: [...SMART_WALLET_FACTORIES, ...LOCAL_FACTORIES],
}

function openChain({ rpcUrl, chainId, contracts }: SponsoredChain): Open {
  const paymasterOf = (version: string): Address => {
    const paymaster = contracts[`paymaster${version}`]
    if (!paymaster) throw new Error(`the chain has no paymaster for EntryPoint ${version}`)
    return paymaster
  }
  return {
    client: createClient({ transport: http(rpcUrl) }),
    paymasters: { '0.6': paymasterOf('06'), '0.7': paymasterOf('07'), '0.8': paymasterOf('08') },
    bundle: createBundler({ rpcUrl, chainId }),
  }
}

const chainIdOf = async (client: Client): Promise<number> => Number(await client.request({ method: 'eth_chainId' }))
