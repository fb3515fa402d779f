import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'

const NAME_LIMIT = 60

/** A vault in a few lines, all read at one block. Throws what a chain read throws. */
export async function describeVault(chain: Chain, address: Address): Promise<string> {
  const { value, asOf } = await chain.read((describe) => {
    const vault = describe.at(address, creatorVaultAbi)
    const asset = vault('asset')
    const coin = describe.at(asset, erc20Abi)
    return {
      asset,
      count: vault('strategyCount'),
      name: vault('name'),
      assets: vault('totalAssets'),
      paused: vault('paused'),
      isShutdown: vault('isShutdown'),
      symbol: coin('symbol'),
      decimals: coin('decimals'),
    }
  })
  const { asset, count, name, assets, paused, isShutdown, symbol, decimals } = value
  const coin = knownAddress(asset)
  if (!coin || count === null) return `${address} is not a vault, as of block ${asOf.blockNumber}.`
  const states = [...(paused ? ['paused'] : []), ...(isShutdown ? ['shut down'] : [])]
  return [
    `Vault ${name === null ? '' : `${plainText(name, NAME_LIMIT)} `}${address}`,
    assets === null
      ? 'It does not say what it holds.'
      : `It holds ${tokenText(assets, { address: coin, symbol, decimals })} in ${count} strategies and itself.`,
    ...(states.length > 0 ? [`It is ${states.join(' and ')}.`] : []),
    `As of block ${asOf.blockNumber} of ${timeText(BigInt(asOf.timestamp))}.`,
  ].join('\n')
}
