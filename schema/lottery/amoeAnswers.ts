import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from '../common.ts'

export const Hex32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x followed by 64 hex digits')

const credits = {
  creditsPerEntry: z.int().openapi({ description: 'Credits per entry', example: 100 }),
  entriesAvailable: z.int().openapi({ description: 'Entries that the credits pay for' }),
  nextEntryAtCredits: z.int().openapi({ description: 'Credits at which the next entry becomes available' }),
}

const balance = { credits: z.int().openapi({ description: 'Credit balance of the account' }), ...credits }

const accountRequired = z
  .boolean()
  .openapi({ description: 'Whether the wallet is not linked to an account; it then has no credits' })

export const AmoeCredits = z
  .object({
    wallet: EvmAddress.openapi({ description: 'The requested wallet' }),
    accountRequired,
    ...balance,
    pending: z
      .object({
        entries: z.int().openapi({ description: 'Number of pending entries' }),
        credits: z.int().openapi({ description: 'Credits debited for the pending entries' }),
        deadline: z.int().nullable().openapi({
          description: 'Latest deadline of the pending entries, unix seconds; null without pending entries',
        }),
      })
      .openapi({
        description:
          'Paid entries of this wallet without an outcome. At the first final block after its deadline an entry either counts as entered, or its credits are refunded.',
      }),
  })
  .openapi('AmoeCredits')

const TypedField = z.array(
  z.object({
    name: z.string().openapi({ description: 'Name of the field' }),
    type: z.string().openapi({ description: 'Solidity type of the field' }),
  }),
)

export const AmoeChallenge = z
  .object({
    wallet: EvmAddress.openapi({
      description: 'The requested wallet: it must sign, and it gets the entry',
    }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin of the entry' }),
    creatorCoinSource: z
      .enum(['request', 'protocol-default'])
      .openapi({ description: 'request: from the query; protocol-default: the protocol’s coin' }),
    nonce: Hex32.openapi({
      description: 'Nonce of the challenge, valid once',
      example: `0x${'0199d1f0c6c8b1d8'.repeat(4)}`,
    }),
    issuedAt: z.iso.datetime().openapi({ description: 'Time of issue, ISO 8601' }),
    expiresAt: z.iso.datetime().openapi({
      description:
        'Time of expiry, ISO 8601: 600 s after `issuedAt`. Submit at least 60 s earlier, because the attestation expires at the same time.',
    }),
    chainId: ChainId,
    lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
    message: z.string().openapi({ description: 'Message to sign with personal_sign (EIP-191)' }),
    typedData: z
      .object({
        domain: z.object({
          name: z.string().openapi({ description: 'Name of the EIP-712 domain' }),
          version: z.string().openapi({ description: 'Version of the EIP-712 domain' }),
          chainId: ChainId,
          verifyingContract: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
        types: z.object({ EIP712Domain: TypedField, AmoeChallenge: TypedField }),
        primaryType: z.enum(['AmoeChallenge']).openapi({ description: 'EIP-712 type to sign' }),
        message: z.object({
          wallet: EvmAddress.openapi({ description: 'Wallet that must sign' }),
          creatorCoin: EvmAddress.openapi({ description: 'Creator coin of the entry' }),
          nonce: Hex32.openapi({ description: 'The nonce of the challenge' }),
          issuedAt: z.string().openapi({ description: 'Time, unix seconds' }),
          expiresAt: z.string().openapi({ description: 'Time, unix seconds' }),
          lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
      })
      .openapi({ description: 'The same challenge as typed data, for eth_signTypedData_v4 (EIP-712)' }),
    accountRequired,
    ...balance,
  })
  .openapi('AmoeChallenge')

export const AmoeEntry = z
  .object({
    to: EvmAddress.openapi({ description: 'Router that accepts free entries' }),
    data: z
      .string()
      .regex(/^0x([0-9a-f]{2})*$/)
      .openapi({ description: 'Calldata' }),
    value: z.enum(['0']).openapi({ description: 'Value to send, in wei: always 0' }),
    chainId: ChainId,
    function: z.string().openapi({
      description: 'Signature of the called function',
      example: 'submitAmoeEntry(address,address,bytes32,uint256,bytes)',
    }),
    buyer: EvmAddress.openapi({ description: 'Wallet of the entry' }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin of the entry' }),
    nonce: Hex32.openapi({ description: 'Nonce of the challenge, which the router accepts once' }),
    deadline: z.int().openapi({
      description:
        'Last block time at which the router accepts the entry, unix seconds; the credits of an entry that is not accepted are refunded',
    }),
    signature: z.string().openapi({ description: 'Attestation of the entry, 65 bytes in hex' }),
    attestor: EvmAddress.openapi({ description: 'The operator’s account that attested the entry' }),
    attestation: z.enum(['typed', 'chain-hash']).openapi({
      description: 'typed: EIP-712; chain-hash: EIP-191 over the router’s `getAmoeMessageHash`',
    }),
    creditsConsumed: z.int().openapi({ description: 'Credits debited for this entry' }),
    creditsRemaining: z.int().openapi({ description: 'Credits left after this entry' }),
    ...credits,
  })
  .openapi('AmoeEntry')

export const AmoeCheckin = z
  .object({
    wallet: EvmAddress.openapi({ description: 'Canonical wallet of the account' }),
    day: z.string().openapi({ description: 'UTC day of the credit', example: '2026-09-30' }),
    awarded: z
      .boolean()
      .openapi({ description: '`true` if this request granted the credit; `false` if the post was credited before' }),
    awardedCredits: z.int().openapi({ description: 'Credits granted by this request; 0 if they were granted before' }),
    ...balance,
  })
  .openapi('AmoeCheckin')
