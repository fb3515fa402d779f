import * as z from 'zod'
import { EvmAddress, ChainId } from '../common.ts'
import { integerOrNull } from '../fields.ts'

export const Hex32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x followed by 64 hex digits')

const credits = {
  creditsPerEntry: z.int().meta({ description: 'Credits per entry', example: 100 }),
  entriesAvailable: z.int().describe('Entries that the credits pay for'),
  nextEntryAtCredits: z.int().describe('Credits at which the next entry becomes available'),
}

const balance = { credits: z.int().describe('Credit balance of the account'), ...credits }

const accountRequired = z.boolean().describe('Whether the wallet is not linked to an account; it then has no credits')

export const AmoeCredits = z
  .object({
    wallet: EvmAddress.describe('The requested wallet'),
    accountRequired,
    ...balance,
    pending: z
      .object({
        entries: z.int().describe('Number of pending entries'),
        credits: z.int().describe('Credits debited for the pending entries'),
        deadline: integerOrNull('Latest deadline of the pending entries, unix seconds; null without pending entries'),
      })
      .describe(
        'Paid entries of this wallet without an outcome. At the first final block after its deadline an entry either counts as entered, or its credits are refunded.',
      ),
  })
  .meta({ id: 'AmoeCredits' })

const TypedField = z.array(
  z.object({
    name: z.string().describe('Name of the field'),
    type: z.string().describe('Solidity type of the field'),
  }),
)

export const AmoeChallenge = z
  .object({
    wallet: EvmAddress.describe('The requested wallet: it must sign, and it gets the entry'),
    creatorCoin: EvmAddress.describe('Creator coin of the entry'),
    creatorCoinSource: z
      .enum(['request', 'protocol-default'])
      .describe('request: from the query; protocol-default: the protocol’s coin'),
    nonce: Hex32.meta({
      description: 'Nonce of the challenge, valid once',
      example: `0x${'0199d1f0c6c8b1d8'.repeat(4)}`,
    }),
    issuedAt: z.iso.datetime().describe('Time of issue, ISO 8601'),
    expiresAt: z.iso
      .datetime()
      .describe(
        'Time of expiry, ISO 8601: 600 s after `issuedAt`. Submit at least 60 s earlier, because the attestation expires at the same time.',
      ),
    chainId: ChainId,
    lotteryManager: EvmAddress.describe('The lottery manager contract'),
    message: z.string().describe('Message to sign with personal_sign (EIP-191)'),
    typedData: z
      .object({
        domain: z.object({
          name: z.string().describe('Name of the EIP-712 domain'),
          version: z.string().describe('Version of the EIP-712 domain'),
          chainId: ChainId,
          verifyingContract: EvmAddress.describe('The lottery manager contract'),
        }),
        types: z.object({ EIP712Domain: TypedField, AmoeChallenge: TypedField }),
        primaryType: z.enum(['AmoeChallenge']).describe('EIP-712 type to sign'),
        message: z.object({
          wallet: EvmAddress.describe('Wallet that must sign'),
          creatorCoin: EvmAddress.describe('Creator coin of the entry'),
          nonce: Hex32.describe('The nonce of the challenge'),
          issuedAt: z.string().describe('Time, unix seconds'),
          expiresAt: z.string().describe('Time, unix seconds'),
          lotteryManager: EvmAddress.describe('The lottery manager contract'),
        }),
      })
      .describe('The same challenge as typed data, for eth_signTypedData_v4 (EIP-712)'),
    accountRequired,
    ...balance,
  })
  .meta({ id: 'AmoeChallenge' })

export const AmoeEntry = z
  .object({
    to: EvmAddress.describe('Router that accepts free entries'),
    data: z
      .string()
      .regex(/^0x([0-9a-f]{2})*$/)
      .describe('Calldata'),
    value: z.enum(['0']).describe('Value to send, in wei: always 0'),
    chainId: ChainId,
    function: z.string().meta({
      description: 'Signature of the called function',
      example: 'submitAmoeEntry(address,address,bytes32,uint256,bytes)',
    }),
    buyer: EvmAddress.describe('Wallet of the entry'),
    creatorCoin: EvmAddress.describe('Creator coin of the entry'),
    nonce: Hex32.describe('Nonce of the challenge, which the router accepts once'),
    deadline: z
      .int()
      .describe(
        'Last block time at which the router accepts the entry, unix seconds; the credits of an entry that is not accepted are refunded',
      ),
    signature: z.string().describe('Attestation of the entry, 65 bytes in hex'),
    attestor: EvmAddress.describe('The operator’s account that attested the entry'),
    attestation: z
      .enum(['typed', 'chain-hash'])
      .describe('typed: EIP-712; chain-hash: EIP-191 over the router’s `getAmoeMessageHash`'),
    creditsConsumed: z.int().describe('Credits debited for this entry'),
    creditsRemaining: z.int().describe('Credits left after this entry'),
    ...credits,
  })
  .meta({ id: 'AmoeEntry' })

export const AmoeCheckin = z
  .object({
    wallet: EvmAddress.describe('Canonical wallet of the account'),
    day: z.string().meta({ description: 'UTC day of the credit', example: '2026-09-30' }),
    awarded: z.boolean().describe('`true` if this request granted the credit; `false` if the post was credited before'),
    awardedCredits: z.int().describe('Credits granted by this request; 0 if they were granted before'),
    ...balance,
  })
  .meta({ id: 'AmoeCheckin' })
