import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { bodyInteger, NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import {
  CanonicalSvmWallet,
  DisconnectedWallet,
  OwnerConfirmation,
  OwnerConfirmationRequest,
  SvmAddress,
  SvmSweepJob,
  TrayActivity,
  TrayPortfolio,
  WalletTokenBalance,
} from './walletAnswers.ts'
import { reads, smartWallets, type Needs } from '../needs.ts'

const PORTFOLIO: Needs = { PORTFOLIO_KEY: 'wallet_data_not_configured' }

const TAGS: string[] = ['account']
const MAX_LAMPORTS = 2n ** 64n - 1n
/** Maximum number of wallets in one request to a provider. */
const MOST_IDS = 5

/** Common attributes of changes of the signed-in account. */
const CHANGE = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
  'x-body': { bound: 16_384, kind: 'object' },
} as const

const ids = z
  .string()
  .max(43 * MOST_IDS)
  .transform((text) => text.split(','))
  .pipe(z.array(EvmAddress).max(MOST_IDS, `must be at most ${MOST_IDS} addresses`))
  .meta({
    type: 'string',
    description: `Addresses of wallets of the signed-in account, separated by commas, at most ${MOST_IDS}`,
    example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  })

const TRAY = {
  method: 'get',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
  'x-limit': 'walletTray',
  'x-errors': [
    'wallet_session',
    'invalid_address',
    'account_not_found',
    'wallet_authority_mismatch',
    'wallet_data_unavailable',
    'wallet_data_not_configured',
  ],
  request: { query: z.object({ ids }) },
} as const

/** Wallets of accounts. */
export const wallet = {
  getWalletTokenBalance: operation({
    operationId: 'getWalletTokenBalance',
    method: 'get',
    path: '/wallet/tokenBalance',
    tags: TAGS,
    summary: 'Get a token balance, or the native balance',
    description:
      'Reads an ERC-20 balance with the token’s decimals and symbol, at one block. Without `token`, reads the balance of the chain’s native currency. Any address can be read: balances are public.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-auth': 'build',
    'x-authority': 'none',
    security: SECURITY.build,
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: {
      query: z.object({
        token: NonZeroAddress.optional().describe('Token contract; the native currency by default'),
        address: EvmAddress.optional().describe('Address whose balance to read; the signed-in address by default'),
      }),
    },
    responses: answers('The balance', WalletTokenBalance),
  }),
  confirmWalletOwner: operation({
    ...CHANGE,
    operationId: 'confirmWalletOwner',
    'x-idempotency': 'steps',
    path: '/wallet/confirm-owner',
    summary: 'Link a smart wallet that a wallet of the account owns',
    description:
      'Reads `isOwnerAddress` of the smart wallet (coinbase/smart-wallet) and links the wallet if the contract confirms the owner. It becomes canonical if no other smart wallet is. Repeat while the status is `pending_tx` or `owner_not_found_yet`. A smart wallet belongs to the first account that links it.',
    'x-limit': 'write',
    'x-errors': [
      'account_not_found',
      'wallet_session',
      'wallet_authority_mismatch',
      'not_a_smart_wallet',
      'account_conflict',
      'wallet_limit_reached',
    ],
    'x-needs': {
      RPC_URLS: { error: 'authority_unknown', when: 'the account has a smart wallet; else `rpc_not_configured`' },
    },
    request: { body: jsonBody(OwnerConfirmationRequest) },
    responses: answers('Ownership as of one block, and whether the wallet is linked', OwnerConfirmation),
  }),
  disconnectExternalWallet: operation({
    ...CHANGE,
    operationId: 'disconnectExternalWallet',
    'x-idempotency': 'steps',
    path: '/wallet/disconnect-external',
    summary: 'Remove an external wallet from the account',
    description:
      'Removes the wallet, the smart wallets linked through it, and their sessions. Refused for the canonical smart wallet, embedded wallets and the session’s wallet. The session’s wallet replaces a removed canonical wallet. A sign-in at the identity provider restores wallets linked there.',
    'x-limit': 'write',
    'x-errors': [
      'account_not_found',
      'wallet_session',
      'wallet_not_external',
      'last_login_method',
      'identity_provider_unavailable',
      'identity_provider_not_configured',
    ],
    'x-needs': {},
    request: {
      body: jsonBody(
        z.object({ address: EvmAddress.describe('Wallet to remove') }).meta({ id: 'WalletDisconnection' }),
      ),
    },
    responses: answers('The wallets that are left', DisconnectedWallet),
  }),
  setCanonicalSvmWallet: operation({
    ...CHANGE,
    operationId: 'setCanonicalSvmWallet',
    'x-idempotency': 'database',
    path: '/wallet/svm/setCanonical',
    summary: 'Set the canonical SVM wallet of the account',
    description:
      'Makes a linked SVM wallet the canonical one, which receives payments. A sweep (enqueueSvmSweep) to the previous canonical wallet is cancelled, unless a worker has started it; request a new one.',
    'x-limit': 'write',
    'x-errors': ['account_not_found', 'wallet_session', 'wallet_not_linked'],
    'x-needs': {},
    request: {
      body: jsonBody(
        z
          .strictObject({ wallet: SvmAddress.describe('Linked SVM wallet: 32 bytes in base58') })
          .meta({ id: 'CanonicalSvmRequest' }),
      ),
    },
    responses: answers('SVM wallets of the account', CanonicalSvmWallet),
  }),
  enqueueSvmSweep: operation({
    ...CHANGE,
    operationId: 'enqueueSvmSweep',
    'x-idempotency': 'database',
    path: '/wallet/svm/sweep/enqueue',
    summary: 'Queue a sweep to the canonical SVM wallet',
    description:
      'Stores a job that moves the balance of a linked SVM wallet. This service signs nothing: a worker outside this API with the wallet’s key does. An account has one live job. The same request returns it; other values change a pending job, but are 409 `sweep_in_progress` once it has started.',
    'x-limit': 'svmSweep',
    'x-errors': ['account_not_found', 'wallet_session', 'svm_wallet_missing', 'svm_wallets_equal', 'sweep_in_progress'],
    'x-needs': {},
    request: {
      body: jsonBody(
        z
          .strictObject({
            minLamports: bodyInteger({
              min: 0n,
              max: MAX_LAMPORTS,
              example: '5000000',
              description: 'Minimum balance to sweep, in lamports; a lower balance is not moved',
            }),
            sourceWallet: SvmAddress.optional().describe(
              'Linked wallet to sweep; required if there are several besides the canonical one',
            ),
          })
          .meta({ id: 'SvmSweepRequest' }),
      ),
    },
    responses: answers('The job', SvmSweepJob),
  }),
  getTrayPortfolio: operation({
    ...TRAY,
    operationId: 'getTrayPortfolio',
    path: '/wallet/trayPortfolio',
    summary: 'Get the holdings of the account’s wallets',
    description:
      'Reads token balances and values of each wallet from the portfolio provider; complete results are cached for one minute. Wallets that could not be read are listed as `unavailable`, never reported as empty. If none could be read, the answer is 502 `wallet_data_unavailable`.',
    'x-needs': { ...PORTFOLIO, RPC_URLS: smartWallets },
    responses: answers('Holdings by wallet', TrayPortfolio),
  }),
  getTrayActivity: operation({
    ...TRAY,
    operationId: 'getTrayActivity',
    path: '/wallet/trayActivity',
    summary: 'Get recent transactions of the account’s wallets',
    description:
      'Reads the 20 newest transactions of each wallet from the portfolio provider; complete results are cached for one minute. Wallets that could not be read are listed as `unavailable`, never reported as empty. If none could be read, the answer is 502 `wallet_data_unavailable`.',
    'x-needs': { ...PORTFOLIO, RPC_URLS: smartWallets },
    responses: answers('Transactions by wallet', TrayActivity),
  }),
}
