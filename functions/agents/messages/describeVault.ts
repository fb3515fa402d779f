import { type Address, getAddress } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { GovernedVault } from '../../../shared/domain/vault/vaultRole.ts'
import { doubtOf } from '../../../shared/domain/provenance/doubtOf.ts'
import { VAULT } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { foreignWord } from '../../../shared/text/plainText.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import type { MessageRun } from './Messaging.ts'

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
      proof: provenanceCalls(describe, chain.config, VAULT, address),
    }
  })
  const { asset, count, name, assets, paused, isShutdown, symbol, decimals, proof } = value
  const coin = knownAddress(asset)
  if (!coin || count === null) return `As of block ${asOf.blockNumber}, ${address} is not a vault.`
  const states = [...(paused ? ['paused'] : []), ...(isShutdown ? ['shut down'] : [])]
  const doubt = doubtOf(provenanceOf(chain.config, VAULT, address, proof))
  return [
    ...(doubt === undefined ? [] : [doubt]),
    ['Vault', foreignWord(name), address].filter(Boolean).join(' '),
    assets === null
      ? 'Its total assets could not be read.'
      : `Total assets: ${tokenText(assets, { address: coin, symbol, decimals })}, idle and in ${count} ${count === 1n ? 'strategy' : 'strategies'}.`,
    ...(states.length > 0 ? [`Status: ${states.join(', ')}.`] : []),
    `As of block ${asOf.blockNumber}, ${timeText(BigInt(asOf.timestamp))}.`,
  ].join('\n')
}

/**
 * The vault of a conversation: the one that it was given, or for a group that of its room; null if it has none on this
 * chain. Throws store_unavailable.
 */
export async function findVault(
  { conversations, rooms, chain }: MessageRun,
  { conversation, kind }: AgentMessage,
): Promise<GovernedVault | null> {
  const { chainId } = chain.config
  const given = await conversations.findConversationVault(conversation)
  if (given) return given.chainId === chainId ? given : null
  const room = kind === 'group' ? await rooms.find(chainId, `msgnet:${conversation}`) : null
  return room?.enabled ? { vault: getAddress(room.vault), admins: [] } : null
}
