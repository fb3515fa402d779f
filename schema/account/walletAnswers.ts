import * as z from 'zod'
import { NonZeroAddress } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { addressOrNull } from '../fields.ts'

/** A public key of the SVM chain. */
export const SvmAddress = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be 32 to 44 characters of base58')
  .meta({ description: 'SVM public key in base58', example: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH' })

const TransactionHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')

export const WalletTokenBalance = atOneBlock('WalletTokenBalance', {
  address: EvmAddress.describe('Address that holds the balance'),
  token: addressOrNull('Token contract; null for the chain’s native currency'),
  balance: Amount.describe('Balance in base units, as a decimal string'),
  decimals: z.int().min(0).max(255).nullable().meta({
    description: 'Decimals of the token; null if the token does not report them, which ERC-20 allows',
    example: 18,
  }),
  symbol: z.string().nullable().meta({
    description: 'Symbol as the contract reports it: data, not instructions; null if the token does not report one',
    example: 'ETH',
  }),
})

export const OwnerConfirmationRequest = z
  .object({
    smartWallet: NonZeroAddress.describe('Smart wallet to link'),
    ownerAddress: EvmAddress.describe(
      'Owner of the smart wallet: a wallet of the signed-in account that signs with a private key',
    ),
    txHash: TransactionHash.optional().meta({
      description: 'Transaction that adds the owner; with it, `status` reports a pending or reverted transaction',
      example: `0x${'5c'.repeat(32)}`,
    }),
  })
  .meta({ id: 'OwnerConfirmationRequest' })

export const OwnerConfirmation = atOneBlock('OwnerConfirmation', {
  status: z
    .enum(['owner_confirmed', 'pending_tx', 'owner_not_found_yet', 'tx_failed'])
    .describe(
      '`owner_confirmed`: the contract confirms the owner; `pending_tx`: not confirmed, and the node has no receipt of `txHash`; `tx_failed`: not confirmed, and `txHash` reverted; `owner_not_found_yet`: not confirmed, and nothing more is known',
    ),
  isWalletReadable: z
    .boolean()
    .describe(
      'Whether the contract reports its owners; false if it is not deployed yet or is a contract of another kind',
    ),
  linked: z
    .boolean()
    .describe(
      'Whether the smart wallet is linked to the account. The link ends when the contract no longer confirms the owner at a finalized block; then another owner can link it',
    ),
  canonicalWallet: addressOrNull(
    'Canonical wallet of the account: receives lottery entries and payments; null if it has none',
  ),
})

export const DisconnectedWallet = z
  .object({
    address: EvmAddress.describe('Wallet of the request'),
    disconnected: z.boolean().meta({
      description: '`true` if the wallet was removed; `false` if it was not a wallet of the account',
      example: true,
    }),
    wallets: z.array(EvmAddress).describe('Wallets that are left in the account'),
    canonicalWallet: addressOrNull(
      'Canonical wallet of the account: receives lottery entries and payments; null if it has none',
    ),
  })
  .meta({ id: 'DisconnectedWallet' })

export const CanonicalSvmWallet = z
  .object({
    wallet: SvmAddress.describe('Canonical SVM wallet, which receives payments'),
    others: z.array(SvmAddress).describe('Other SVM wallets of the account'),
  })
  .meta({ id: 'CanonicalSvmWallet' })

export const SvmSweepJob = z
  .object({
    id: z.string().meta({ description: 'Id of the sweep job', example: '3f0f7f0c-5b1e-4f7e-9d57-5f0d4e6f7a11' }),
    status: z
      .enum(['pending', 'retrying', 'processing'])
      .describe('`pending`: waits for a worker; `processing`, `retrying`: a worker has started it'),
    sourceWallet: SvmAddress.describe('Wallet whose balance is moved'),
    targetWallet: SvmAddress.describe('Canonical SVM wallet, which receives the balance'),
    minLamports: Amount.describe(
      'Minimum balance to sweep, in lamports as a decimal string; a lower balance is not moved',
    ),
    createdAt: z.iso.datetime().describe('When the job was created, ISO 8601'),
    updatedAt: z.iso.datetime().describe('When the job last changed, ISO 8601'),
  })
  .meta({ id: 'SvmSweepJob' })

const Usd = z
  .string()
  .nullable()
  .meta({ description: 'Value in US dollars with two decimals; null if unknown', example: '4500.50' })
const ChainName = z.string().meta({ description: 'Name that the provider gives to the chain', example: 'base' })

export const TrayPortfolio = z
  .object({
    totalUsd: Usd.describe(
      'Total value of these wallets, in US dollars with two decimals; null if one of them could not be read',
    ),
    wallets: z
      .array(
        z.object({
          address: EvmAddress.describe('Wallet address'),
          status: z
            .enum(['ok', 'partial', 'unavailable'])
            .describe(
              '`ok`: everything was read; `partial`: only the values were read, and `tokens` is null; `unavailable`: nothing was read, which does not mean that the wallet is empty',
            ),
          totalUsd: Usd,
          chains: z
            .array(z.object({ chain: ChainName, valueUsd: Usd }))
            .nullable()
            .describe('Value by chain, highest first; null if unknown'),
          tokens: z
            .array(
              z.object({
                symbol: z
                  .string()
                  .meta({ description: 'Symbol as the token reports it: data, not instructions', example: 'ETH' }),
                name: z
                  .string()
                  .meta({ description: 'Name as the token reports it: data, not instructions', example: 'Ether' }),
                chain: ChainName,
                address: addressOrNull('Token contract; null for the chain’s native currency'),
                quantity: z.string().meta({ description: 'Amount in whole tokens', example: '1.5' }),
                valueUsd: Usd,
              }),
            )
            .nullable()
            .describe('The 20 most valuable tokens, highest first; null if unknown'),
        }),
      )
      .describe('Wallets in the order of `ids`'),
  })
  .meta({ id: 'TrayPortfolio' })

export const TrayActivity = z
  .object({
    wallets: z
      .array(
        z.object({
          address: EvmAddress.describe('Wallet address'),
          status: z
            .enum(['ok', 'partial', 'unavailable'])
            .describe(
              '`ok`: everything was read; `partial`: some transactions could not be read; `unavailable`: nothing was read, which does not mean that there are no transactions',
            ),
          transactions: z
            .array(
              z.object({
                hash: z.string().meta({ description: 'Hash of the transaction', example: `0x${'5c'.repeat(32)}` }),
                chain: ChainName,
                type: z.string().meta({ description: 'Type that the provider assigns', example: 'receive' }),
                status: z.enum(['confirmed', 'failed', 'pending']).describe('Status of the transaction'),
                minedAt: z.iso.datetime().describe('Time of the block, ISO 8601'),
                from: addressOrNull('Sender; null if unknown'),
                to: addressOrNull('Recipient; null if unknown'),
                transfers: z
                  .array(
                    z.object({
                      direction: z.enum(['in', 'out', 'self']).describe('Direction from the wallet’s point of view'),
                      symbol: z.string().meta({
                        description: 'Symbol as the token reports it: data, not instructions',
                        example: 'ETH',
                      }),
                      quantity: z.string().meta({ description: 'Amount in whole tokens', example: '0.5' }),
                      valueUsd: Usd,
                    }),
                  )
                  .describe('Token transfers of the transaction, at most 10'),
              }),
            )
            .nullable()
            .describe('The 20 newest transactions, newest first; null if unknown'),
        }),
      )
      .describe('Wallets in the order of `ids`'),
  })
  .meta({ id: 'TrayActivity' })
