import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { requireVault, vaultProbe } from '../../../shared/domain/vault/requireVault.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'

const NAME_LIMIT = 60

/** A vault in a few lines, all read at one block. Throws what a chain read throws. */
export async function describeVault(chain: Chain, address: Address): Promise<string> {
  const { value, asOf } = await chain.read((describe) => {
    const vault = describe.at(address, creatorVaultAbi)
    const probe = vaultProbe(describe, address)
    const coin = describe.at(probe.asset, erc20Abi)
    return {
      probe,
      count: vault('strategyCount'),
      name: vault('name'),
      assets: vault('totalAssets'),
      paused: vault('paused'),
      isShutdown: vault('isShutdown'),
      symbol: coin('symbol'),
      decimals: coin('decimals'),
    }
  })
  try {
    const { name, assets, paused, isShutdown, symbol, decimals, count, probe } = value
    const coin = { address: requireVault(address, probe, count, asOf), symbol, decimals }
    const states = [...(paused ? ['paused'] : []), ...(isShutdown ? ['shut down'] : [])]
    return [
      `Vault ${name === null ? '' : `${plainText(name, NAME_LIMIT)} `}${address}`,
      assets === null
        ? 'It does not say what it holds.'
        : `It holds ${tokenText(assets, coin)} in ${count} strategies and itself.`,
      ...(states.length > 0 ? [`It is ${states.join(' and ')}.`] : []),
      `As of block ${asOf.blockNumber} of ${timeText(BigInt(asOf.timestamp))}.`,
    ].join('\n')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${address} is not a vault, as of block ${asOf.blockNumber}.`
  }
}
