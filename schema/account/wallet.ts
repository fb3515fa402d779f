import { z } from '@hono/zod-openapi'
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
/** Wallets that one request may ask providers about. */
const MOST_IDS = 5

/** What changes the signed-in account. */
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
  .openapi({
    type: 'string',
    description: `Wallets of the signed-in account, separated by commas, at most ${MOST_IDS}`,
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
    summary: 'Balance of a token, or of the chain’s own currency, as of one block',
    description:
      'Reads an ERC-20 balance with the decimals and the symbol of the token, at one block in one request to the node; without `token` the balance of the chain’s own currency. For any address: balances are public.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-auth': 'build',
    'x-authority': 'none',
    security: SECURITY.build,
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: {
      query: z.object({
        token: NonZeroAddress.optional().openapi({
          description: 'The token contract; the chain’s own currency by default',
        }),
        address: EvmAddress.optional().openapi({ description: 'Whose balance; the signed-in address by default' }),
      }),
    },
    responses: answers('The balance', WalletTokenBalance),
  }),
  confirmWalletOwner: operation({
    ...CHANGE,
    operationId: 'confirmWalletOwner',
    'x-idempotency': 'steps',
    path: '/wallet/confirm-owner',
    summary: 'Ask a smart wallet whether a wallet of the account owns it, and link it if so',
    description:
      'Reads isOwnerAddress of the smart wallet (coinbase/smart-wallet). Once it confirms the owner, the smart wallet becomes one of the account’s, and its canonical one if there is no other smart one. Repeat it while the status is pending_tx or owner_not_found_yet. A smart wallet belongs to one account: the first that links it, while its contract names the owner by which it was linked. Once a finalized block no longer does, that link ends and another owner can link the wallet.',
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
    responses: answers('What the chain says, and whether the wallet is linked', OwnerConfirmation),
  }),
  disconnectExternalWallet: operation({
    ...CHANGE,
    operationId: 'disconnectExternalWallet',
    'x-idempotency': 'steps',
    path: '/wallet/disconnect-external',
    summary: 'Remove a wallet from the account',
    description:
      'Removes an external wallet, the smart wallets that were linked through it, and the sessions of all of these. It needs no chain node for a key of the account. The canonical smart wallet, the wallet that the identity provider keeps for the user, and the wallet of this very session stay. If it was the canonical one, the wallet of this session becomes that. A wallet that is still linked at the identity provider comes back with the next sign-in there. Repeating it changes nothing.',
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
        z
          .object({ address: EvmAddress.openapi({ description: 'The wallet to remove' }) })
          .openapi('WalletDisconnection'),
      ),
    },
    responses: answers('What the account has now', DisconnectedWallet),
  }),
  setCanonicalSvmWallet: operation({
    ...CHANGE,
    operationId: 'setCanonicalSvmWallet',
    'x-idempotency': 'database',
    path: '/wallet/svm/setCanonical',
    summary: 'Say which SVM wallet of the account is paid to',
    description:
      'Makes one of the SVM wallets that are linked to the account the canonical one, in place of another. A sweep to the former one that no worker has begun is cancelled.',
    'x-limit': 'write',
    'x-errors': ['account_not_found', 'wallet_session', 'wallet_not_linked'],
    'x-needs': {},
    request: {
      body: jsonBody(
        z
          .object({ wallet: SvmAddress.openapi({ description: 'A linked SVM wallet: 32 bytes in base58' }) })
          .openapi('CanonicalSvmRequest'),
      ),
    },
    responses: answers('The SVM wallets of the account', CanonicalSvmWallet),
  }),
  enqueueSvmSweep: operation({
    ...CHANGE,
    operationId: 'enqueueSvmSweep',
    'x-idempotency': 'database',
    path: '/wallet/svm/sweep/enqueue',
    summary: 'Ask for the balance of an SVM wallet to be swept to the canonical one',
    description:
      'Records a job; nothing is signed or sent here. A worker that has the key of the source wallet does it, which is not part of this API: until one runs, the job stays pending. An account has one job that is not over: asking again gives the same one, with the new values as long as it is pending.',
    'x-limit': 'svmSweep',
    'x-errors': ['account_not_found', 'wallet_session', 'svm_wallet_missing', 'svm_wallets_equal', 'sweep_in_progress'],
    'x-needs': {},
    request: {
      body: jsonBody(
        z
          .object({
            minLamports: bodyInteger({
              min: 0n,
              max: MAX_LAMPORTS,
              example: '5000000',
              description: 'A lower balance stays where it is; lamports',
            }),
            sourceWallet: SvmAddress.optional().openapi({
              description: 'The linked wallet to sweep; needed only where there are several besides the canonical one',
            }),
          })
          .openapi('SvmSweepRequest'),
      ),
    },
    responses: answers('The job', SvmSweepJob),
  }),
  getTrayPortfolio: operation({
    ...TRAY,
    operationId: 'getTrayPortfolio',
    path: '/wallet/trayPortfolio',
    summary: 'What wallets of the account hold, by a portfolio provider',
    description:
      'Asks the portfolio provider for each wallet, and keeps what it says for a minute. What could not be read is told by wallet, and never passes for nothing; if none could be read, it is an outage.',
    'x-needs': { ...PORTFOLIO, RPC_URLS: smartWallets },
    responses: answers('By wallet', TrayPortfolio),
  }),
  getTrayActivity: operation({
    ...TRAY,
    operationId: 'getTrayActivity',
    path: '/wallet/trayActivity',
    summary: 'The newest transactions of wallets of the account, by a portfolio provider',
    description:
      'Asks the portfolio provider for each wallet, and keeps what it says for a minute. What could not be read is told by wallet, and never passes for nothing; if none could be read, it is an outage.',
    'x-needs': { ...PORTFOLIO, RPC_URLS: smartWallets },
    responses: answers('By wallet', TrayActivity),
  }),
}
