import type { ErrorGuide } from './ErrorGuide.ts'

/** Trend coins. */
export const trendErrors = {
  trend_coin_not_found: {
    cause:
      'No coin with this address or ticker was reserved here and deployed. A ticker that is only reserved has no coin.',
    fix: 'Look it up with listTrendCoins; an administrator finds what is only reserved with listTrendOps.',
  },
  trend_profile_not_found: {
    cause: 'No account here has resolved a profile with this handle.',
    fix: 'Correct `handle`, or have its owner call resolveTrendProfile.',
  },
  trend_not_linked: {
    cause:
      'The identity provider shows no account of the trend provider for this user, or the trend provider has no profile for the wallets of that account.',
    fix: 'Link the account of the trend provider at the identity provider, then call resolveTrendProfile again.',
  },
  trend_provider_unavailable: {
    cause: 'The trend provider did not answer, or what it answered could not be used.',
    fix: 'Wait as Retry-After says, and send the request again.',
  },
  trend_provider_not_configured: {
    cause: 'This deployment has no trend provider, or is not told which application it is at the identity provider.',
    fix: 'Use another deployment, or have its operator set `TREND_API_URL` and `TREND_APP_ID`.',
  },
  sentinel_not_configured: {
    cause: 'This deployment has no secret of at least 32 characters by which the sentinel could be told.',
    fix: 'Have the operator set `TREND_SENTINEL_SECRET`.',
  },
  challenge_not_valid: {
    cause:
      'The challenge has expired, or was not issued here for this `swAddress`, `chatappUsername` and `tokenAddress`.',
    fix: 'Ask for another with createSwEntryChallenge, sign its message within ten minutes, and send its nonce with the same `swAddress`, `chatappUsername` and `tokenAddress`.',
  },
  wallet_not_registered: {
    cause: 'The smart wallet signed, but no account here has it.',
    fix: 'Sign in with the wallet (verifyAuth), or link it to an account (confirmWalletOwner), then ask for another challenge.',
  },
} satisfies ErrorGuide
