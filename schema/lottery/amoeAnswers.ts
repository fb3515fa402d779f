import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from '../common.ts'

export const Hex32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')

const credits = {
  creditsPerEntry: z.int().openapi({ description: 'Credits that one entry costs', example: 100 }),
  entriesAvailable: z.int().openapi({ description: 'Entries that the credits can pay for' }),
  nextEntryAtCredits: z.int().openapi({ description: 'Credits at which one more entry becomes available' }),
}

const balance = { credits: z.int().openapi({ description: 'Whole credits' }), ...credits }

const accountRequired = z
  .boolean()
  .openapi({ description: 'The wallet is not linked to an account, so there are no credits' })

export const AmoeCredits = z
  .object({
    wallet: EvmAddress.openapi({ description: 'The wallet that was asked for' }),
    accountRequired,
    ...balance,
    pending: z
      .object({
        entries: z.int().openapi({ description: 'Number of pending entries' }),
        credits: z.int().openapi({ description: 'Credits debited for them' }),
        deadline: z
          .int()
          .nullable()
          .openapi({ description: 'Latest of their deadlines, unix seconds; null if there are none' }),
      })
      .openapi({
        description:
          'Paid entries of this wallet whose outcome is still open: at the first final block after its deadline, an entry either counts as entered or its credits are refunded',
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
      description: 'Wallet that must sign and that the entry is for: the one that was asked for',
    }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
    creatorCoinSource: z
      .enum(['request', 'protocol-default'])
      .openapi({ description: 'request: named in the query; protocol-default: the protocol’s coin' }),
    nonce: Hex32.openapi({ description: 'Valid once', example: `0x${'0199d1f0c6c8b1d8'.repeat(4)}` }),
    issuedAt: z.iso.datetime().openapi({ description: 'ISO 8601' }),
    expiresAt: z.iso.datetime().openapi({
      description:
        '600 s after `issuedAt`; submit at least 60 s earlier, since the attestation is valid no longer than this',
    }),
    chainId: ChainId,
    lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
    message: z.string().openapi({ description: 'For personal_sign' }),
    typedData: z
      .object({
        domain: z.object({
          name: z.string().openapi({ description: 'Name of the EIP-712 domain' }),
          version: z.string().openapi({ description: 'Version of the EIP-712 domain' }),
          chainId: ChainId,
          verifyingContract: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
        types: z.object({ EIP712Domain: TypedField, AmoeChallenge: TypedField }),
        primaryType: z.enum(['AmoeChallenge']).openapi({ description: 'Type that is signed' }),
        message: z.object({
          wallet: EvmAddress.openapi({ description: 'Who must sign' }),
          creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
          nonce: Hex32.openapi({ description: 'The nonce of the challenge' }),
          issuedAt: z.string().openapi({ description: 'Unix seconds' }),
          expiresAt: z.string().openapi({ description: 'Unix seconds' }),
          lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
      })
      .openapi({ description: 'The same challenge for eth_signTypedData_v4 (EIP-712)' }),
    accountRequired,
    ...balance,
  })
  .openapi('AmoeChallenge')

export const AmoeEntry = z
  .object({
    to: EvmAddress.openapi({ description: 'The router that accepts the entry' }),
    data: z
      .string()
      .regex(/^0x([0-9a-f]{2})*$/)
      .openapi({ description: 'Calldata' }),
    value: z.enum(['0']).openapi({ description: 'Wei to send along: none' }),
    chainId: ChainId,
    function: z.string().openapi({
      description: 'Signature of the function that data calls',
      example: 'submitAmoeEntry(address,address,bytes32,uint256,bytes)',
    }),
    buyer: EvmAddress.openapi({ description: 'Wallet that the entry is for' }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
    nonce: Hex32.openapi({ description: 'Nonce of the challenge, which the router accepts once' }),
    deadline: z.int().openapi({
      description:
        'Unix seconds: last block time at which the router accepts it; the credits of an entry that was not accepted are refunded',
    }),
    signature: z.string().openapi({ description: 'The attestation, 65 bytes' }),
    attestor: EvmAddress.openapi({ description: 'Account of the operator that attested the entry' }),
    attestation: z.enum(['typed', 'chain-hash']).openapi({
      description: 'typed: EIP-712; chain-hash: EIP-191 over the router’s getAmoeMessageHash',
    }),
    creditsConsumed: z.int().openapi({ description: 'Credits debited for this entry' }),
    creditsRemaining: z.int().openapi({ description: 'Credits left right after this entry' }),
    ...credits,
  })
  .openapi('AmoeEntry')

export const AmoeCheckin = z
  .object({
    wallet: EvmAddress.openapi({ description: 'Canonical wallet of the account' }),
    day: z.string().openapi({ description: 'The UTC day that the credit is for', example: '2026-09-30' }),
    awarded: z.boolean().openapi({ description: 'false: this post had already been credited' }),
    awardedCredits: z
      .int()
      .openapi({ description: 'Credits that this request granted; 0 if they had been granted before' }),
    ...balance,
  })
  .openapi('AmoeCheckin')
