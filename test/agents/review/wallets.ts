import { encodeAbiParameters, hashMessage, hashTypedData, type Address, type Hex, type LocalAccount } from 'viem'
import { toAccount } from 'viem/accounts'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { accountOfRole } from './payer.ts'

/** A contract wallet that signs by its owner (ERC-1271), `wrap` being how it has its signatures. */
function walletOf(address: Address, sign: (hash: Hex) => Promise<Hex>): LocalAccount {
  return toAccount({
    address,
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (typed) => sign(hashTypedData(typed)),
    signTransaction: () => Promise.reject(new Error('a contract signs no transactions')),
  })
}

const keyOf = (role: AccountRole) => async (hash: Hex) => {
  const { sign } = accountOfRole(role)
  if (!sign) throw new Error('the account signs no hashes')
  return sign({ hash })
}

/** `ContractWallet`: the signature of its owner, as it is. */
export const contractWallet = (address: Address, owner: AccountRole): LocalAccount => walletOf(address, keyOf(owner))

/** `SmartWallet`: the signature of its first owner over a hash that is bound to the wallet, with the index of that owner. */
export const smartWallet = (address: Address, owner: AccountRole, chainId: number): LocalAccount =>
  walletOf(address, async (hash) => {
    const bound = hashTypedData({
      domain: { name: 'Coinbase Smart Wallet', version: '1', chainId, verifyingContract: address },
      types: { CoinbaseSmartWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'CoinbaseSmartWalletMessage',
      message: { hash },
    })
    const wrapper = {
      type: 'tuple',
      components: [
        { name: 'ownerIndex', type: 'uint256' },
        { name: 'signatureData', type: 'bytes' },
      ],
    } as const
    return encodeAbiParameters([wrapper], [{ ownerIndex: 0n, signatureData: await keyOf(owner)(bound) }])
  })
