import type { Address } from 'viem'
import { addressOf } from './accounts.ts'
import { artworkUri, jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

/** A creator coin and the contracts around it. */
export type Lane = {
  coin: Contract
  oracle: Contract
  vault: Contract
  wrapper: Contract
  shareToken: Contract
  gaugeController: Contract
}

/** A vault with the contracts around it. */
export type VaultParts = Pick<Lane, 'vault' | 'wrapper' | 'shareToken' | 'gaugeController'>

type VaultOptions = { coin: Address; oracle: Address; symbol: string; maxStrategies?: number }

/** Everything in a lane except its coin and oracle, connected and owned by `owner`. */
export async function deployVaultParts(chain: Chain, options: VaultOptions): Promise<VaultParts> {
  const { coin, oracle, symbol, maxStrategies = 5 } = options
  const owner = addressOf('owner')
  const vault = await chain.deploy('CreatorVault', [coin, `▢${symbol}`, `▢${symbol}`, owner, maxStrategies])
  const shareToken = await chain.deploy('ShareToken', [`■${symbol}`, `■${symbol}`, owner])
  const wrapper = await chain.deploy('Wrapper', [vault.address, coin, shareToken.address, owner])
  const behind = [shareToken.address, wrapper.address, vault.address, oracle, coin]
  const gaugeController = await chain.deploy('GaugeController', [...behind, owner, addressOf('admin')])
  await chain.send('owner', shareToken, 'wire', [vault.address, wrapper.address, gaugeController.address])
  await chain.send('owner', vault, 'setGaugeController', [gaugeController.address])
  return { vault, wrapper, shareToken, gaugeController }
}

export type LaneOptions = {
  registry: Contract
  name: string
  symbol: string
  description: string
  colours: [background: string, ink: string]
  /** Base units, all minted to `owner`. */
  supply: bigint
}

/** A new coin with its ERC-7572 document, its oracle, vault, wrapper, share token and gauge, registered. */
export async function deployLane(chain: Chain, options: LaneOptions): Promise<Lane> {
  const { registry, name, symbol, description, supply } = options
  const owner = addressOf('owner')
  const image = artworkUri(symbol.slice(0, 1), ...options.colours)
  const document = jsonUri({ name, symbol, description, image })
  const coin = await chain.deploy('CreatorCoin', [name, symbol, document, supply, owner])
  const oracle = await chain.deploy('Oracle', [owner])
  const parts = await deployVaultParts(chain, { coin: coin.address, oracle: oracle.address, symbol })
  const { vault, shareToken, wrapper, gaugeController } = parts
  const roles = [coin, vault, shareToken, wrapper, oracle, gaugeController].map(({ address }) => address)
  await chain.send('owner', registry, 'registerToken', [...roles, 0])
  return { coin, oracle, ...parts }
}
