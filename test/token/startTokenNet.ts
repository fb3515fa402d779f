import { type Address, concat, encodeAbiParameters, size, toHex } from 'viem'
import { addressOf } from '../../localnet/world/accounts.ts'
import { jsonUri } from '../../localnet/world/documents.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { createRandom } from '../support/random.ts'
import { startLocalnet } from '../support/localnet.ts'

const random = createRandom('token')
/** For so long an answer is fresh. */
const BLOCK_TIME_MS = 200

type Names = { name: string; symbol: string; image?: string }

export type TokenNet = Awaited<ReturnType<typeof startTokenNet>>

/** The token family on a chain of its own, and ways to put further tokens there. */
export async function startTokenNet(options: Omit<Parameters<typeof startLocalnet>[0], 'families'> = {}) {
  const net = await startLocalnet({ blockTimeMs: BLOCK_TIME_MS, ...options, families: ['token'] })
  let aheadMs = 0
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const owner = addressOf('owner')
  const deployCoin = async ({ name, symbol, image }: Names): Promise<Address> =>
    (await chain.deploy('CreatorCoin', [name, symbol, jsonUri({ name, image }), 1n, owner])).address
  const { contracts } = net.world
  const registry = chain.at('Registry', contracts.registry)
  /** Puts a coin with a vault and a share token into the registry. */
  const register = (coin: Address, vault: Address, shareToken: Address) =>
    chain.send('owner', registry, 'registerToken', [
      coin,
      vault,
      shareToken,
      contracts.wrapper,
      contracts.oracle,
      contracts.gaugeController,
      0,
    ])
  return {
    ...net,
    chain,
    register,
    /** A coin whose ERC-7572 document has this picture. */
    deployCoin,
    /** Asks the gateway. */
    get: (path: string, init?: RequestInit) => fetch(`${net.api}${path}`, init),
    /** One more block, so that no answer of the block before is fresh. */
    async mine(): Promise<void> {
      await chain.deploy('Oracle', [owner])
      await net.changeTime('token', { aheadMs: (aheadMs += BLOCK_TIME_MS) })
    },
    /** A contract that answers every call with this text, of whatever length. */
    async deployText(text: string): Promise<Address> {
      const address = random.address()
      const answer = encodeAbiParameters([{ type: 'string' }], [text])
      const length = toHex(size(answer), { size: 3 }).slice(2)
      // PUSH3 length, PUSH1 14, PUSH0, CODECOPY, PUSH3 length, PUSH0, RETURN: then the answer, from byte 14.
      await chain.setCode(address, concat([`0x62${length}600e5f3962${length}5ff3`, answer]))
      return address
    },
    /** A registered share token over a vault of such a coin. */
    async deployToken(names: Names): Promise<Address> {
      const { name, symbol } = names
      const coin = await deployCoin(names)
      const vault = await chain.deploy('CreatorVault', [coin, name, symbol, owner, 1])
      const token = await chain.deploy('ShareToken', [name, symbol, owner])
      await chain.send('owner', token, 'wire', [vault.address, owner, owner])
      await register(coin, vault.address, token.address)
      return token.address
    },
  }
}
