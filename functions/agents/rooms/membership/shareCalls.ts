import type { Address } from 'viem'
import { erc20Abi } from '../../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import { shareTokenAbi } from '../../../../shared/domain/token/shareTokenAbi.ts'
import { creatorVaultAbi } from '../../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeControllerAbi } from '../../../../shared/domain/vault/protocolAbis.ts'

/** The reads behind the rooms of a share token: what the wallet has, the vault, its owner, and what it says its share token is. */
export const shareCalls = ({ at }: Describe, shareToken: Address, wallet: Address) => {
  const vault = at(shareToken, shareTokenAbi)('vault')
  const ofVault = at(vault, creatorVaultAbi)
  return {
    balance: at(shareToken, erc20Abi)('balanceOf', [wallet]),
    vault,
    owner: ofVault('owner'),
    shareOfVault: at(ofVault('gaugeController'), gaugeControllerAbi)('shareOFT'),
  }
}

/** The values read; null if a contract does not answer. */
export type ShareReads = Resolved<ReturnType<typeof shareCalls>>
