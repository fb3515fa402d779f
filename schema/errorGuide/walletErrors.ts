import type { ErrorGuide } from './ErrorGuide.ts'

/** Hand-off codes, and the wallets of accounts. */
export const walletErrors = {
  account_not_found: {
    cause:
      'The address has no account: nobody has signed in with it or linked it, it was removed from its account, or the account was deleted.',
    fix: 'Sign in with the wallet, which opens an account, or name another address.',
  },
  principal_changed: {
    cause: 'The request is signed in as another address than the caller expects: somebody else signed in meanwhile.',
    fix: 'Read getAuthMe, and send the address that it answers, or sign in again.',
  },
  invalid_handoff_code: {
    cause:
      'The code was never issued, has expired or been used or replaced, its verifier is missing, wrong or was not agreed on, or its account no longer has the wallet that asked for it. Which of these is not said.',
    fix: 'Ask for another code with createAuthHandoff, and redeem it once, within 120 seconds, with the verifier of its challenge.',
  },
  not_a_smart_wallet: {
    cause:
      'The contract calls an address its owner that nobody has, or contradicts itself, so its word proves nothing; or there is no contract that says who owns it: it is not deployed yet, or of another kind.',
    fix: 'Send the address of a deployed smart wallet whose `isOwnerAddress` tells owners from others (coinbase/smart-wallet).',
  },
  wallet_not_external: {
    cause:
      'The wallet is the canonical smart wallet of the account, or one that the identity provider keeps for its user.',
    fix: 'Name an external wallet.',
  },
  wallet_limit_reached: {
    cause: 'The account has as many wallets as it may have.',
    fix: 'Remove one with disconnectExternalWallet first.',
  },
  wallet_not_linked: {
    cause: 'The SVM wallet is not linked to the account that is signed in.',
    fix: 'Name one that is: getAuthMe lists them as `svm`.',
  },
  svm_wallet_missing: {
    cause:
      'A sweep needs a canonical SVM wallet and another one, and the account lacks one of them; the text says which.',
    fix: 'Link the wallet, or choose the canonical one with setCanonicalSvmWallet.',
  },
  svm_wallets_equal: {
    cause: 'The wallet to sweep is the canonical one, which receives.',
    fix: 'Name another source, or make another wallet the canonical one.',
  },
  sweep_in_progress: {
    cause: 'A sweep of the account with other wallets or another minimum has begun already.',
    fix: 'Wait until it is over, then ask again.',
  },
  wallet_data_unavailable: {
    cause: 'The portfolio provider gave no usable answer for any of the wallets.',
    fix: 'Try again after `Retry-After`.',
  },
  wallet_data_not_configured: {
    cause: 'This deployment has no portfolio provider (`PORTFOLIO_KEY`).',
    fix: 'Use a deployment that has one, or ask its operator.',
  },
} satisfies ErrorGuide
