import type { Address } from 'viem'
import * as z from 'zod'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import type { TestNet } from '../../support/localnet.ts'
import { type Answer, toAnswer } from '../support.ts'

/** `POST /wallet/<path>`. */
export const post = async (
  api: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> =>
  toAnswer(await fetch(`${api}/wallet/${path}`, { method: 'POST', body: JSON.stringify(body), headers }))

/** `GET /wallet/<path>`. */
export const get = async (
  api: string,
  path: string,
  query: Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer> => toAnswer(await fetch(`${api}/wallet/${path}?${new URLSearchParams(query)}`, { headers }))

const address = z.templateLiteral(['0x', z.string()])

/** Makes smart wallets: their addresses are known before, as those of accounts are. */
export async function openFactory(net: TestNet) {
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const factory = chain.at('WalletFactory', net.world.contracts.walletFactory)
  const addressOf = async (owner: Address, salt: bigint): Promise<Address> =>
    address.parse(await chain.read(factory, 'getWalletAddress', [owner, salt]))
  const create = (owner: Address, salt: bigint) => chain.send('stranger', factory, 'createWallet', [owner, salt])
  return {
    chain,
    addressOf,
    /** Makes the wallet, paid by `stranger`. */
    create,
    /** A wallet that is there, whose contract names this owner. */
    async walletOf(owner: Address, salt = 1n): Promise<Address> {
      await create(owner, salt)
      return addressOf(owner, salt)
    },
  }
}
