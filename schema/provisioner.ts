import * as z from 'zod'
import { EvmAddress } from './common.ts'

/** Deployments of the bridge that a route is provisioned on. */
export const DEPLOY_ENVS = ['mainnet', 'testnet-prod', 'testnet-alpha'] as const
export type DeployEnv = (typeof DEPLOY_ENVS)[number]

const U64_MAX = 2n ** 64n - 1n
const base58 = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a base58 public key of 32 bytes')
const bytes32 = z.string().regex(/^0x[0-9a-f]{64}$/)
const hexBytes = z.string().regex(/^0x([0-9a-f]{2})*$/)

/** Text that becomes an argument of a command; it cannot be read as an option. */
const argument = (max: number) => z.string().trim().min(1).max(max).regex(/^[^-]/, 'must not start with a dash')

/** Body of `POST /provision`. Only `bridgeToken` is required; the rest has the deployment's defaults. */
export const ProvisionRequest = z.strictObject({
  /** The ERC-20 that gets a token on the SVM chain. */
  bridgeToken: EvmAddress,
  deployEnv: z.enum(DEPLOY_ENVS).optional(),
  /** Decimals of the SVM token. */
  solanaDecimals: z.int().min(0).max(18).optional(),
  /** Names of the SVM token, instead of the onchain ones; each name and symbol has a mint of its own. */
  tokenName: argument(128).optional(),
  tokenSymbol: argument(64).optional(),
  tokenSymbolFallback: argument(64).optional(),
  tokenMetadataUri: z
    .string()
    .max(512)
    .regex(/^(https|ipfs|ar):\/\/[^\s]+$/, 'must be an https, ipfs or ar URL')
    .optional(),
  /** The ERC-20's decimals minus those of the SVM token; 10^77 is the last power of ten that a uint256 holds. */
  scalerExponent: z.int().min(0).max(77).optional(),
  /** `config`, or the name of another payer of that deployment: never a path. */
  payerKp: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,64}$/, 'must be `config` or the name of a configured payer, not a path')
    .optional(),
  payForRelay: z.boolean().optional(),
})
export type ProvisionRequest = z.infer<typeof ProvisionRequest>

/** Facts of an SVM account that decide how well a mint can be bridged; null if it does not state them. */
export const MintCompatibilityHints = z.object({
  tokenProgram: z.enum(['spl-token', 'token-2022']).nullable(),
  transferHookDetected: z.boolean().nullable(),
  /** Transfer fee of the mint, in basis points. */
  oftFeeBps: z.int().nullable(),
  adapterMode: z.enum(['regular-oft', 'oft-adapter']).nullable(),
  /** Whether nobody but the payer may mint or freeze. */
  authorityCompatible: z.boolean().nullable(),
  /** Lamports that the account holds. */
  rentValueLamports: z.string().nullable(),
})
export type MintCompatibilityHints = z.infer<typeof MintCompatibilityHints>

const failure = z.object({ error: z.string() })

/** A route that exists: `routeScalar` units of `bridgeToken` for one unit of the mint. */
export const ProvisionedRoute = z.object({
  bridgeToken: EvmAddress,
  mintPubkey: base58,
  mintBytes32: bytes32,
  routeScalar: z.string().regex(/^[1-9][0-9]{0,77}$/),
  /** Program that ran the bridge CLI; `existing-mint-reuse` where it did not have to run. */
  runner: z.string(),
  tokenSymbol: z.string(),
  mintCompatibilityHints: MintCompatibilityHints.nullable(),
  /** With SVM_AUTO_POOL only. */
  pool: z.union([z.object({ signature: z.string() }), failure]).optional(),
  alphaVault: z
    .union([z.object({ vault: z.string(), signature: z.string() }), failure])
    .nullable()
    .optional(),
})
export type ProvisionedRoute = z.infer<typeof ProvisionedRoute>

/** Answer of `POST /provision`. */
export const ProvisionAnswer = z.object({ success: z.literal(true), mintBytes32: bytes32, data: ProvisionedRoute })

/** Body of `POST /pool-ixs`: a vault's `deposit(max_amount)`, with its accounts in the order of the vault's IDL. */
export const PoolIxsRequest = z.strictObject({
  creatorToken: EvmAddress,
  bridgeToken: EvmAddress,
  poolVault: base58,
  vaultProgramId: base58,
  /** max_amount, a u64. */
  expectedRemoteAmount: z
    .string()
    .regex(/^[1-9][0-9]{0,19}$/, 'must be a positive decimal integer string')
    .refine((amount) => !/^[1-9][0-9]{0,19}$/.test(amount) || BigInt(amount) <= U64_MAX, 'must be below 2^64'),
  depositAccounts: z
    .array(z.strictObject({ pubkey: base58, isSigner: z.boolean(), isWritable: z.boolean() }))
    .min(1)
    .max(58),
})
export type PoolIxsRequest = z.infer<typeof PoolIxsRequest>

/** Instructions as the bridge's EVM side takes them: `Ix { bytes32 programId; bytes[] serializedAccounts; bytes data }`. */
export const PoolIxs = z.object({
  creatorToken: EvmAddress,
  bridgeToken: EvmAddress,
  poolVault: bytes32,
  expectedRemoteAmount: z.string(),
  solanaIxs: z
    .array(z.object({ programId: bytes32, serializedAccounts: z.array(hexBytes).min(1), data: hexBytes }))
    .min(1),
})
export type PoolIxs = z.infer<typeof PoolIxs>

/** Answer of `POST /pool-ixs`. */
export const PoolIxsAnswer = z.object({ success: z.literal(true), data: PoolIxs })

/** Body of `POST /setup-creator`. */
export const SetupCreatorRequest = z.strictObject({
  hubCreatorCoin: EvmAddress,
  hubShareToken: EvmAddress,
  keeperPubkey: base58.optional(),
  feeBps: z.int().min(0).max(10_000).optional(),
  decimals: z.int().min(0).max(18).optional(),
  ammPrograms: z.array(base58).max(16).optional(),
  settlementThreshold: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,19})$/)
    .optional(),
  lotteryEnabled: z.boolean().optional(),
  mint: base58.optional(),
})
export type SetupCreatorRequest = z.infer<typeof SetupCreatorRequest>

/** Body of `POST /create-pool`. */
export const CreatePoolRequest = z.strictObject({
  tokenMintX: base58,
  tokenMintY: base58,
  binStep: z.int().min(1).max(400).default(25),
  activeId: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1)
    .default(0),
  baseFactor: z.int().min(1).max(65_535).default(10_000),
})
export type CreatePoolRequest = z.infer<typeof CreatePoolRequest>
