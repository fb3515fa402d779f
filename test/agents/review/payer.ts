import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { type LocalAccount, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { accounts, type AccountRole } from '../../../localnet/world/accounts.ts'

/** Fields of a signed payment that a test may change. */
export interface Signed {
  readonly account?: LocalAccount
  readonly requirements: PaymentRequirements
  readonly authorization?: Readonly<Record<string, string>>
  readonly accepted?: Readonly<Record<string, unknown>>
  /** Other fields of the payload. */
  readonly payload?: Readonly<Record<string, unknown>>
}

export const accountOfRole = (role: AccountRole): LocalAccount => {
  const account = accounts.find((one) => one.role === role)
  if (!account) throw new Error(`no account ${role}`)
  return privateKeyToAccount(account.privateKey)
}

const fields = (types: Readonly<Record<string, string>>) =>
  Object.entries(types).map(([name, type]) => ({ name, type }))
const AUTHORIZATION = {
  from: 'address',
  to: 'address',
  value: 'uint256',
  validAfter: 'uint256',
  validBefore: 'uint256',
  nonce: 'bytes32',
}

/** EIP-712 domain of the asset of an offer. */
export const domainOf = ({ network, asset, extra }: PaymentRequirements) => ({
  name: String(extra['name']),
  version: String(extra['version']),
  chainId: Number(network.split(':')[1]),
  verifyingContract: hexOf(asset),
})
export const hexOf = (text: string): `0x${string}` => `0x${text.slice(2)}`

/** The header of a payment. */
export async function sign({
  account = accountOfRole('agent'),
  requirements,
  authorization = {},
  accepted = {},
  payload = {},
}: Signed): Promise<string> {
  const message: Record<string, string> = {
    from: account.address,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1000) + requirements.maxTimeoutSeconds),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ...authorization,
  }
  const signature = await account.signTypedData({
    domain: domainOf(requirements),
    types: { TransferWithAuthorization: fields(AUTHORIZATION) },
    primaryType: 'TransferWithAuthorization',
    message,
  })
  return encode({
    x402Version: 2,
    accepted: { ...requirements, ...accepted },
    payload: { signature, authorization: message },
    ...payload,
  })
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** The requirements of a 402. */
export function offerOf(headers: Headers): PaymentRequired & { readonly first: PaymentRequirements } {
  const required = decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
  const [first] = required.accepts
  if (!first) throw new Error('nothing is offered')
  return { ...required, first }
}

/** The published client, as it comes, with an account to pay from; by default it refuses tokens of a local chain. */
export const payingFetch = (
  asset: string,
  chainId: number,
  account: LocalAccount = accountOfRole('agent'),
): typeof fetch =>
  wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: [{ network: `eip155:${chainId}`, asset, maxAmountPerPayment: '1000000' }] },
  })
