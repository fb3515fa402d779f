import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from './common.ts'

export const Hex32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')

const credits = {
  creditsPerEntry: z.int().openapi({ description: 'Credits that one entry costs', example: 100 }),
  entriesAvailable: z.int().openapi({ description: 'Entries that the credits are enough for' }),
  nextEntryAtCredits: z.int().openapi({ description: 'Credits at which there is one entry more' }),
}

const balance = { credits: z.int().openapi({ description: 'Whole credits' }), ...credits }

const accountRequired = z
  .boolean()
  .openapi({ description: 'The wallet is linked to no account, so there are no credits' })

export const AmoeCredits = z
  .object({
    wallet: EvmAddress.openapi({ description: 'The one asked for' }),
    accountRequired,
    ...balance,
    pending: z
      .object({
        entries: z.int().openapi({ description: 'How many there are' }),
        credits: z.int().openapi({ description: 'Debited for them' }),
        deadline: z.int().nullable().openapi({ description: 'Unix seconds: the latest of theirs; null without any' }),
      })
      .openapi({
        description:
          'Paid entries of this wallet of which it is not decided yet whether the chain took them: at the first final block after its deadline an entry counts as entered, or its credits come back',
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
    wallet: EvmAddress.openapi({ description: 'Who must sign, and whom the entry is for: the one asked for' }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
    creatorCoinSource: z
      .enum(['request', 'protocol-default'])
      .openapi({ description: 'request: named in the query; protocol-default: the coin of the protocol' }),
    nonce: Hex32.openapi({ description: 'Good once', example: `0x${'0199d1f0c6c8b1d8'.repeat(4)}` }),
    issuedAt: z.iso.datetime().openapi({ description: 'ISO 8601' }),
    expiresAt: z.iso.datetime().openapi({
      description: '600 s later; it must be submitted 60 s before, since its attestation holds no longer',
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
      .openapi({ description: 'The same for eth_signTypedData_v4 (EIP-712)' }),
    accountRequired,
    ...balance,
  })
  .openapi('AmoeChallenge')

export const AmoeEntry = z
  .object({
    to: EvmAddress.openapi({ description: 'The router that takes the entry' }),
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
    nonce: Hex32.openapi({ description: 'Nonce of the challenge, which the router takes once' }),
    deadline: z.int().openapi({
      description:
        'Unix seconds: last block time in which the router takes it; the credits of an entry not taken come back',
    }),
    signature: z.string().openapi({ description: 'The attestation, 65 bytes' }),
    attestor: EvmAddress.openapi({ description: 'Account of the operator that attested the entry' }),
    attestation: z.enum(['typed', 'chain-hash']).openapi({
      description: 'typed: EIP-712; chain-hash: EIP-191 over getAmoeMessageHash of the router',
    }),
    creditsConsumed: z.int().openapi({ description: 'Credits debited for this entry' }),
    creditsRemaining: z.int().openapi({ description: 'Right after this entry' }),
    ...credits,
  })
  .openapi('AmoeEntry')

export const AmoeCheckin = z
  .object({
    wallet: EvmAddress.openapi({ description: 'Canonical wallet of the account' }),
    day: z.string().openapi({ description: 'The UTC day that the credit is for', example: '2026-09-30' }),
    awarded: z.boolean().openapi({ description: 'false: this post had its credit before' }),
    awardedCredits: z.int().openapi({ description: 'Credits that this request gave; 0 when it had been given before' }),
    ...balance,
  })
  .openapi('AmoeCheckin')
