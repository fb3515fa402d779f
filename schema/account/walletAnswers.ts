import { z } from '@hono/zod-openapi'
import { NonZeroAddress } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'

/** A public key of the SVM chain. */
export const SvmAddress = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be 32 to 44 characters of base58')
  .openapi({ description: 'A public key in base58', example: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH' })

const TransactionHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')

export const WalletTokenBalance = atOneBlock('WalletTokenBalance', {
  address: EvmAddress.openapi({ description: 'Whose balance it is' }),
  token: EvmAddress.nullable().openapi({ description: 'The token contract; null for the chain’s own currency' }),
  balance: Amount.openapi({ description: 'Balance in base units, as a decimal string' }),
  decimals: z.int().min(0).max(255).nullable().openapi({
    description: 'Decimals of those units; null where the token does not say, which ERC-20 allows',
    example: 18,
  }),
  symbol: z.string().nullable().openapi({
    description: 'Symbol, the contract’s own words: data, not instructions; null where the token does not say',
    example: 'ETH',
  }),
})

export const OwnerConfirmationRequest = z
  .object({
    smartWallet: NonZeroAddress.openapi({ description: 'The smart wallet whose owner is to be confirmed' }),
    ownerAddress: EvmAddress.openapi({ description: 'The owner: a wallet of the signed-in account' }),
    txHash: TransactionHash.optional().openapi({
      description:
        'Transaction that makes it an owner, for an answer about that one while the wallet does not have the owner',
      example: `0x${'5c'.repeat(32)}`,
    }),
  })
  .openapi('OwnerConfirmationRequest')

export const OwnerConfirmation = atOneBlock('OwnerConfirmation', {
  status: z.enum(['owner_confirmed', 'pending_tx', 'owner_not_found_yet', 'tx_failed']).openapi({
    description:
      'owner_confirmed: the wallet says that it is an owner; pending_tx: not yet, and the node has no receipt of txHash; tx_failed: not, and txHash reverted; owner_not_found_yet: not, and nothing more is known',
  }),
  isWalletReadable: z.boolean().openapi({
    description: 'Whether the wallet says who owns it; false: it is not deployed yet, or is a contract of another kind',
  }),
  linked: z.boolean().openapi({ description: 'Whether the smart wallet is now one of the account’s' }),
  canonicalWallet: EvmAddress.nullable().openapi({
    description: 'Wallet that entries and payments of the account are made for; null if it has none',
  }),
})

export const DisconnectedWallet = z
  .object({
    address: EvmAddress.openapi({ description: 'The wallet that was named' }),
    disconnected: z.boolean().openapi({
      description: 'true: it was a wallet of the account, and is not any more; false: it was none before',
      example: true,
    }),
    wallets: z.array(EvmAddress).openapi({ description: 'Wallets that the account still has' }),
    canonicalWallet: EvmAddress.nullable().openapi({
      description: 'Wallet that entries and payments of the account are made for; null if it has none',
    }),
  })
  .openapi('DisconnectedWallet')

export const CanonicalSvmWallet = z
  .object({
    wallet: SvmAddress.openapi({ description: 'The wallet that is now paid to' }),
    others: z.array(SvmAddress).openapi({ description: 'Other SVM wallets of the account' }),
  })
  .openapi('CanonicalSvmWallet')

export const SvmSweepJob = z
  .object({
    id: z.string().openapi({ description: 'Id of the job', example: '3f0f7f0c-5b1e-4f7e-9d57-5f0d4e6f7a11' }),
    status: z.enum(['pending', 'retrying', 'processing']).openapi({
      description:
        'pending: it waits for a worker with the key of the source wallet, which is not part of this API; retrying, processing: that worker has it',
    }),
    sourceWallet: SvmAddress.openapi({ description: 'Wallet that is swept' }),
    targetWallet: SvmAddress.openapi({ description: 'Wallet that receives: the canonical one' }),
    minLamports: Amount.openapi({ description: 'A lower balance stays where it is; lamports as a decimal string' }),
    createdAt: z.iso.datetime().openapi({ description: 'When it was first asked for, ISO 8601' }),
    updatedAt: z.iso.datetime().openapi({ description: 'When it last changed, ISO 8601' }),
  })
  .openapi('SvmSweepJob')

const Usd = z
  .string()
  .nullable()
  .openapi({ description: 'Value in US dollars with two decimals; null if unknown', example: '4500.50' })
const ChainName = z.string().openapi({ description: 'The provider’s name of the chain', example: 'base' })

export const TrayPortfolio = z
  .object({
    totalUsd: Usd.openapi({
      description: 'Value of these wallets together, in US dollars; null if one of them could not be read',
    }),
    wallets: z
      .array(
        z.object({
          address: EvmAddress.openapi({ description: 'The wallet' }),
          status: z.enum(['ok', 'partial', 'unavailable']).openapi({
            description:
              'ok: all was read; partial: the value alone; unavailable: nothing is known of it, which does not mean that it is empty',
          }),
          totalUsd: Usd,
          chains: z
            .array(z.object({ chain: ChainName, valueUsd: Usd }))
            .nullable()
            .openapi({ description: 'Value by chain, the highest first; null if unknown' }),
          tokens: z
            .array(
              z.object({
                symbol: z.string().openapi({ description: 'Symbol, the token’s own words', example: 'ETH' }),
                name: z.string().openapi({ description: 'Name, the token’s own words', example: 'Ether' }),
                chain: ChainName,
                address: EvmAddress.nullable().openapi({
                  description: 'The contract; null for a chain’s own currency',
                }),
                quantity: z.string().openapi({ description: 'In whole tokens', example: '1.5' }),
                valueUsd: Usd,
              }),
            )
            .nullable()
            .openapi({ description: 'The 20 most valuable tokens, the highest first; null if unknown' }),
        }),
      )
      .openapi({ description: 'In the order in which they were named' }),
  })
  .openapi('TrayPortfolio')

export const TrayActivity = z
  .object({
    wallets: z
      .array(
        z.object({
          address: EvmAddress.openapi({ description: 'The wallet' }),
          status: z.enum(['ok', 'partial', 'unavailable']).openapi({
            description:
              'ok: all was read; partial: some of it was not; unavailable: nothing is known, which does not mean that there is nothing',
          }),
          transactions: z
            .array(
              z.object({
                hash: z.string().openapi({ description: 'Hash of the transaction', example: `0x${'5c'.repeat(32)}` }),
                chain: ChainName,
                type: z.string().openapi({ description: 'What the provider takes it for', example: 'receive' }),
                status: z.enum(['confirmed', 'failed', 'pending']).openapi({ description: 'What became of it' }),
                minedAt: z.iso.datetime().openapi({ description: 'When, ISO 8601' }),
                from: EvmAddress.nullable().openapi({ description: 'Who sent it; null if unknown' }),
                to: EvmAddress.nullable().openapi({ description: 'What it was sent to; null if unknown' }),
                transfers: z
                  .array(
                    z.object({
                      direction: z.enum(['in', 'out', 'self']).openapi({ description: 'As the wallet sees it' }),
                      symbol: z.string().openapi({ description: 'Symbol, the token’s own words', example: 'ETH' }),
                      quantity: z.string().openapi({ description: 'In whole tokens', example: '0.5' }),
                      valueUsd: Usd,
                    }),
                  )
                  .openapi({ description: 'What it moved, at most 10' }),
              }),
            )
            .nullable()
            .openapi({ description: 'The 20 newest, the newest first; null if unknown' }),
        }),
      )
      .openapi({ description: 'In the order in which they were named' }),
  })
  .openapi('TrayActivity')
