import { createClient, http, parseAbi, type Address } from 'viem'
import { readContract } from 'viem/actions'
import * as z from 'zod'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { envelope } from '../../../schema/common.ts'
import { DexQuote } from '../../../schema/market/dexParts.ts'
import { UnsignedSwap } from '../../../schema/market/dexSwap.ts'
import { toAnswer, type Answer } from '../../account/support.ts'
import { startLocalnet, type TestNet } from '../../support/localnet.ts'

export const startMarketNet = (options: Partial<Parameters<typeof startLocalnet>[0]> = {}) =>
  startLocalnet({ families: ['account', 'market'], ...options })

/** POST /dex/<path>. */
export async function dex(net: TestNet, path: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
  const text = JSON.stringify(body)
  return toAnswer(await fetch(`${net.api}/dex/${path}`, { method: 'POST', body: text, headers }))
}

const passed = ({ status, json }: Answer): unknown => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return json
}

export const quoteOf = (answer: Answer): z.output<typeof DexQuote> => z.parse(envelope(DexQuote), passed(answer)).data

export type Swap = z.output<typeof UnsignedSwap>
export const swapOf = (answer: Answer): Swap => z.parse(UnsignedSwap, passed(answer))

const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

/** Balance of a token as the node itself says. */
export const balanceOf = (net: TestNet, token: Address, owner: Address): Promise<bigint> =>
  readContract(createClient({ transport: http(net.rpcUrl) }), {
    address: token,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })

export const roleOf = (net: TestNet, role: AccountRole): Address => {
  const found = net.world.accounts.find((account) => account.role === role)
  if (!found) throw new Error(`no account ${role}`)
  return found.address
}
