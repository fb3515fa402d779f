import type { ErrorGuide } from './ErrorGuide.ts'

/** Linking a chat identity to an account. */
export const chatappErrors = {
  invalid_launch_data: {
    cause: 'The launch data does not have the form of the chat app: a field is missing, malformed or repeated.',
    fix: 'Send the launch data exactly as the chat app passed it to the page, neither decoded nor sorted.',
  },
  launch_data_not_genuine: {
    title: 'Forged launch data',
    cause: 'The hash or signature of the launch data is not the chat app’s for this bot.',
    fix: 'Open the Mini App from the bot of this deployment.',
  },
  launch_data_expired: {
    title: 'Expired launch data',
    cause: 'The launch data is older than allowed.',
    fix: 'Call `createMiniappSession` with the launch data of a newly opened Mini App.',
  },
  launch_data_not_yet_valid: {
    title: 'Launch data dated in the future',
    cause: 'The launch data is dated in the future.',
    fix: 'Open the Mini App again. If it persists, ask the operator to correct the clock of the service.',
  },
  launch_data_used: {
    title: 'Used launch data',
    cause:
      'The launch data has already started a session, and the request does not have the `Idempotency-Key` of that session.',
    fix: 'Repeat the key of the first request, or call `createMiniappSession` with the launch data of a newly opened Mini App.',
  },
  invalid_miniapp_session: {
    title: 'Invalid Mini App session',
    cause: 'The session token was not issued by this service, or its chat user no longer exists.',
    fix: 'Start a session with `createMiniappSession`.',
  },
  miniapp_session_expired: {
    title: 'Ended Mini App session',
    cause: 'The session of the Mini App has expired, or a newer session ended it.',
    fix: 'Start another session with `createMiniappSession` and fresh launch data.',
  },
  email_not_verified: {
    title: 'Unverified e-mail address',
    cause: 'The user of the identity provider does not have a verified e-mail address.',
    fix: 'Verify an e-mail address at the identity provider, then repeat the request.',
  },
  identity_link_missing: {
    title: 'Missing link at the identity provider',
    cause: 'The user of the identity provider does not have the account to link, or has not verified it.',
    fix: 'Link and verify the account at the identity provider, then repeat the request.',
  },
  invalid_link_token: {
    cause: 'The link token was not issued by this service.',
    fix: 'Omit `linkToken`, or request another link from the bot.',
  },
  link_token_expired: {
    title: 'Expired link token',
    cause: 'The link token is older than 15 minutes.',
    fix: 'Omit `linkToken`, or request another link from the bot.',
  },
  link_token_mismatch: {
    title: 'Link token of another chat',
    cause: 'The link token was issued for another chat user or another chat.',
    fix: 'Omit `linkToken`, or request a link from the bot in your own chat.',
  },
  link_token_claimed: {
    title: 'Claimed link token',
    cause: 'Another user of the identity provider has started to link with this link token.',
    fix: 'Omit `linkToken`, or request another link from the bot.',
  },
  chatapp_linked_elsewhere: {
    title: 'Chat user of another account',
    cause: 'The chat user is linked to another account.',
    fix: 'Sign in with the e-mail address of that account, or unlink the chat user first with `unlinkChatapp`.',
  },
  account_linked_elsewhere: {
    title: 'Account of another chat user',
    cause: 'The account is linked to another chat user.',
    fix: 'Open the Mini App as that chat user, or unlink that chat user first with `unlinkChatapp`.',
  },
  link_in_progress: {
    title: 'Link in progress',
    cause: 'Another chat user is being linked to the same account.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  account_conflict: {
    title: 'Identity of another account',
    cause:
      'The e-mail address, a wallet or another login of the identity provider’s user belongs to another account, or the session does. An e-mail address that another user had is now unlinked there: a repeated request succeeds.',
    fix: 'Sign in to the account that owns the identity, and send the access token of its user. Accounts are not merged.',
  },
  last_login_method: {
    title: 'Last login method',
    cause:
      'The wallet to remove is the wallet that signed in, the owner of that smart wallet, or the last wallet of the account.',
    fix: 'Link another wallet (`linkAccount`), sign in with it (`verifyAuth`), then repeat the request.',
  },
  linked_at_provider: {
    title: 'Existing link at the identity provider',
    cause: 'The identity provider still shows this link for the user, so it would be linked again.',
    fix: 'Remove the link at the identity provider, then repeat the request.',
  },
  identity_provider_unavailable: {
    title: 'Unavailable identity provider',
    cause: 'The identity provider gave no usable answer.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  identity_provider_not_configured: {
    title: 'Unconfigured identity provider',
    cause:
      'The application id, the secret or the verification key of the identity provider is absent or malformed (`IDP_APP_ID`, `IDP_APP_SECRET`, `IDP_VERIFICATION_KEY` or `IDP_JWKS_URL`).',
    fix: 'Ask the operator to configure them.',
  },
  provider_not_configured: {
    title: 'Unsupported provider',
    cause: 'This deployment cannot verify accounts of this provider.',
    fix: 'Name another provider. An account of the trend provider is linked by `resolveTrendProfile`.',
  },
  chatapp_not_configured: {
    title: 'Unconfigured chat app',
    cause:
      'This deployment lacks the bot token or id, or a secret (`CHATAPP_BOT_TOKEN`, `CHATAPP_BOT_ID`, `CHATAPP_LINK_TOKEN_SECRET`, `CHATAPP_WEBHOOK_SECRET`).',
    fix: 'Ask the operator to configure them.',
  },
} satisfies ErrorGuide
