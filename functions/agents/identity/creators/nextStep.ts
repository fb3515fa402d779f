import type { Address } from 'viem'
import { multiOwnableAbi } from '../../../../shared/abi/multiOwnable.ts'
import { encodeStep } from '../../../../shared/calldata/encodeStep.ts'

/** What a creator does with a server wallet: an owner of the smart wallet makes it another one. */
export function nextStep(smartWallet: Address | null, serverWallet: Address) {
  if (!smartWallet)
    return {
      description: 'Link a smart wallet to the account, then call provisionCreatorWallet again.',
      call: null,
    }
  const call = encodeStep({
    to: smartWallet,
    abi: multiOwnableAbi,
    functionName: 'addOwnerAddress',
    args: [serverWallet],
    describe: ([owner]) => `Add ${owner} as an owner of the smart wallet ${smartWallet}.`,
  })
  return {
    description: `An owner of the smart wallet ${smartWallet} sends this call, which adds the server wallet ${serverWallet} as an owner. Then call enableCreatorAgent. An owner has full control of the smart wallet.`,
    call,
  }
}
