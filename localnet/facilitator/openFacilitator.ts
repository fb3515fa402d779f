import { x402Facilitator } from '@x402/core/facilitator'
import { authorizationTypes, toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, defineChain, getAddress, http, isHex, publicActions, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { minedReceipt } from '../world/minedReceipt.ts'

/** The chain on which payments are settled. */
export interface PaidChain {
  readonly rpcUrl: string
  readonly chainId: number
}

/** A published key that every development node funds, and no account of the local world uses: it pays for the gas. */
const KEY: Hex = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6'

const text = z.string()
const address = text.transform((given) => getAddress(given))
const hex = text.refine((given): given is Hex => isHex(given))
/** The one kind of message that scheme `exact` has its payers sign (EIP-3009). */
const Signed = z.object({
  domain: z.object({ name: text, version: text, chainId: z.number(), verifyingContract: address }),
  message: z.object({
    from: address,
    to: address,
    value: z.bigint(),
    validAfter: z.bigint(),
    validBefore: z.bigint(),
    nonce: hex,
  }),
})

/** The published facilitator (x402, scheme `exact` on EVM) over a node, with an account of its own. */
export function openFacilitator({ rpcUrl, chainId }: PaidChain): x402Facilitator {
  const chain = defineChain({
    id: chainId,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(KEY)
  const client = createWalletClient({ account, chain, transport: http() }).extend(publicActions)
  // One after the other: two transactions that are made at once would have the same nonce.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    readContract: (call) => client.readContract(call),
    verifyTypedData: ({ address: signer, signature, ...given }) =>
      client.verifyTypedData({
        ...Signed.parse(given),
        types: authorizationTypes,
        primaryType: 'TransferWithAuthorization',
        address: signer,
        signature,
        blockTag: 'latest',
      }),
    writeContract: (call) => inTurn(() => client.writeContract(call)),
    sendTransaction: (transaction) => inTurn(() => client.sendTransaction(transaction)),
    waitForTransactionReceipt: ({ hash }) => minedReceipt(client, hash),
    getCode: (of) => client.getCode(of),
  })
  const facilitator = new x402Facilitator()
  registerExactEvmScheme(facilitator, { signer, networks: `eip155:${chainId}` })
  return facilitator
}
