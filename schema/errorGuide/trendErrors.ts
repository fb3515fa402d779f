import type { ErrorSection } from './ErrorEntry.ts'

/** Trend coins. */
export const trendErrors = {
  trend_coin_not_found: {
    status: 404,
    text: 'no trend coin with this address or ticker is deployed; GET /coin-trend/explore lists the deployed ones',
    title: 'Unknown trend coin',
    cause:
      'No trend coin with this address or ticker was reserved on this deployment and then deployed. A ticker that is only reserved has no coin.',
    fix: 'Take the address or ticker from `listTrendCoins`. Administrators find reservations with `listTrendOps`.',
  },
  trend_profile_not_found: {
    status: 404,
    text: 'handle: no profile with this handle has been resolved on this deployment',
    title: 'Unknown trend profile',
    cause: 'No account of this deployment has resolved a profile with this handle.',
    fix: 'Correct `handle`, or have its owner call `resolveTrendProfile`.',
  },
  trend_not_linked: {
    status: 409,
    text: 'the user has no account of the trend provider at the identity provider; link one there first',
    title: 'Missing account of the trend provider',
    cause:
      'The identity provider shows no account of the trend provider for this user, or the trend provider has no profile for the wallets of that account.',
    fix: 'Link the account of the trend provider at the identity provider, then call `resolveTrendProfile` again.',
  },
  trend_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trend provider gave no usable answer; stored data is unchanged. Try again',
    title: 'Unavailable trend provider',
    cause: 'The trend provider did not answer, or its answer was not usable.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  trend_provider_not_configured: {
    status: 503,
    text: 'no trend provider is configured on this deployment',
    title: 'Unconfigured trend provider',
    cause: 'This deployment has no trend provider, or lacks its application id (`TREND_API_URL`, `TREND_APP_ID`).',
    fix: 'Use another deployment, or ask the operator to configure them.',
  },
  sentinel_not_configured: {
    status: 503,
    text: 'no secret for the trend sentinel is configured on this deployment',
    title: 'Missing sentinel secret',
    cause: 'This deployment has no sentinel secret of at least 32 characters (`TREND_SENTINEL_SECRET`).',
    fix: 'Ask the operator to configure the secret.',
  },
  challenge_not_valid: {
    status: 409,
    title: 'Invalid challenge',
    cause: 'The challenge has expired, or was not issued for this `swAddress`, `chatappUsername` and `tokenAddress`.',
    fix: 'Call `createSwEntryChallenge`, sign its message, and send its nonce within ten minutes with the same three fields.',
  },
  wallet_not_registered: {
    status: 403,
    text: 'swAddress: is not linked to an account; sign in with it or link it first',
    title: 'Wallet without an account',
    cause: 'The smart wallet signed the challenge, but it is not linked to an account.',
    fix: 'Sign in with the wallet (`verifyAuth`) or link it (`confirmWalletOwner`), then call `createSwEntryChallenge`.',
  },
} satisfies ErrorSection
