import type { Address } from 'viem'
import { multiOwnableAbi } from '../../../../shared/abi/multiOwnable.ts'
import { encodeStep } from '../../../../shared/calldata/encodeStep.ts'

/** What a creator does with a server wallet: an owner of the smart wallet makes it another one. */
export function nextStep(smartWallet: Address | null, serverWallet: Address) {
  if (!smartWallet)
    return {
      description: 'Link a smart wallet to the account, and provision the server wallet of that one.',
      call: null,
    }
  const call = encodeStep({
    to: smartWallet,
    abi: multiOwnableAbi,
    functionName: 'addOwnerAddress',
    args: [serverWallet],
    describe: ([owner]) => `Make ${owner} an owner of the smart wallet ${smartWallet}.`,
  })
  return {
    description: `Have an owner of the smart wallet ${smartWallet} send this call, which makes the server wallet ${serverWallet} an owner too; then enable the agent. An owner can do all that the wallet can.`,
    call,
  }
}
