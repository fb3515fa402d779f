import type { ErrorSection } from './ErrorEntry.ts'

/** Hand-off codes, and the wallets of accounts. */
export const walletErrors = {
  account_not_found: {
    status: 404,
    text: 'the signed-in address has no account; sign in again',
    title: 'Unknown account',
    cause:
      'The address has no account: it has never signed in or been linked, it was unlinked, or its account was deleted.',
    fix: 'Sign in with the wallet (`verifyAuth`), which creates an account, or name another address.',
  },
  principal_changed: {
    status: 409,
    title: 'Other signed-in address',
    cause: 'The request is signed in as another address than `expectedAddress`: another wallet has signed in since.',
    fix: 'Send the address that `getAuthMe` returns, or sign in again with the expected wallet.',
  },
  invalid_handoff_code: {
    status: 400,
    text: 'code: cannot be redeemed, or not with this codeVerifier; request another',
    title: 'Invalid hand-off code',
    cause:
      'The code is unknown, expired, used or replaced; its verifier is missing, wrong or unexpected; or its account no longer has the wallet that requested it. The answer does not say which.',
    fix: 'Request another code with `createAuthHandoff`, and redeem it once within 120 seconds, with the verifier of its challenge.',
  },
  not_a_smart_wallet: {
    status: 400,
    text: 'smartWallet: is not a smart wallet of a known implementation, so its owners cannot be verified',
    title: 'Unverifiable smart wallet',
    cause:
      'The address has no contract, or one whose statements about its owners cannot be trusted: it names impossible owners, contradicts itself, or is of an unknown kind.',
    fix: 'Send the address of a deployed smart wallet with a working `isOwnerAddress` (coinbase/smart-wallet).',
  },
  wallet_not_external: {
    status: 400,
    title: 'Wallet that is not external',
    cause: 'The wallet is the canonical smart wallet of the account, or the identity provider keeps it for the user.',
    fix: 'Name another wallet of the account, whose key the user holds.',
  },
  wallet_limit_reached: {
    status: 409,
    text: 'the account has reached its limit of wallets; unlink one first',
    title: 'Limit of linked wallets',
    cause: 'The account has as many wallets as it may have.',
    fix: 'Unlink a wallet with `disconnectExternalWallet` first.',
  },
  wallet_not_linked: {
    status: 404,
    text: 'wallet: is not an SVM wallet of this account',
    title: 'Unlinked SVM wallet',
    cause: 'The SVM wallet is not linked to the signed-in account.',
    fix: 'Name a linked SVM wallet. `getAuthMe` lists them in `svm`.',
  },
  svm_wallet_missing: {
    status: 409,
    title: 'Missing SVM wallet',
    cause:
      'A sweep needs a canonical SVM wallet and another one. The account lacks one of them, and the error states which.',
    fix: 'Link the missing wallet, or choose the canonical one with `setCanonicalSvmWallet`.',
  },
  svm_wallets_equal: {
    status: 409,
    text: 'sourceWallet: must differ from the canonical wallet, which receives the sweep',
    title: 'Sweep from the canonical wallet',
    cause: 'The wallet to sweep is the canonical wallet, which receives the sweep.',
    fix: 'Name another `sourceWallet`, or make another wallet the canonical one with `setCanonicalSvmWallet`.',
  },
  sweep_in_progress: {
    status: 409,
    retry: 'later',
    text: 'another sweep of this account is in progress, with other wallets or another minLamports; try again when it has ended',
    title: 'Sweep in progress',
    cause: 'A sweep of the account with another `sourceWallet`, target or `minLamports` is in progress.',
    fix: 'Repeat the request, for example once a minute. It succeeds when the earlier sweep has ended.',
  },
  wallet_data_unavailable: {
    status: 502,
    retry: 5,
    text: 'the portfolio provider gave no usable answer; try again',
    title: 'Unavailable portfolio provider',
    cause: 'The portfolio provider gave no usable answer for any of the wallets.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  wallet_data_not_configured: {
    status: 503,
    text: 'no portfolio provider is configured on this deployment',
    title: 'Unconfigured portfolio provider',
    cause: 'This deployment has no portfolio provider (`PORTFOLIO_KEY`).',
    fix: 'Use another deployment, or ask the operator to configure it.',
  },
} satisfies ErrorSection
