import type { ErrorGuide } from './ErrorGuide.ts'

/** Linking a chat identity to an account. */
export const chatappErrors = {
  invalid_launch_data: {
    cause: 'The launch data is not what the chat app writes: a field is missing, malformed or there twice.',
    fix: 'Send the launch data exactly as the chat app gave it to the page, neither decoded nor sorted.',
  },
  launch_data_not_genuine: {
    cause: 'The hash or signature of the launch data is not the chat app’s for this bot.',
    fix: 'Open the Mini App from the bot of this deployment.',
  },
  launch_data_expired: {
    cause: 'The launch data is older than it may be.',
    fix: 'Close the Mini App and open it again.',
  },
  launch_data_not_yet_valid: {
    cause: 'The launch data is dated in the future.',
    fix: 'Open the Mini App again; if it persists, a clock is wrong.',
  },
  launch_data_used: {
    cause: 'The launch data has started as many sessions as it may.',
    fix: 'Close the Mini App and open it again.',
  },
  invalid_miniapp_session: {
    cause: 'The session token is not one of this service, or belongs to nobody any more.',
    fix: 'Start a session with createMiniappSession.',
  },
  miniapp_session_expired: {
    cause: 'The session of the Mini App is over, or was ended by a newer one.',
    fix: 'Start another with createMiniappSession, with fresh launch data.',
  },
  email_not_verified: {
    cause: 'The user of the identity provider does not have a verified e-mail address.',
    fix: 'Verify an e-mail address at the identity provider, then repeat the request.',
  },
  identity_link_missing: {
    cause: 'The user of the identity provider does not have the account that is to be linked, or not verified.',
    fix: 'Link it at the identity provider, then repeat the request.',
  },
  invalid_link_token: {
    cause: 'The link token is not one of this service.',
    fix: 'Leave `linkToken` out, or ask the bot for another link.',
  },
  link_token_expired: {
    cause: 'The link token is older than 15 minutes.',
    fix: 'Leave `linkToken` out, or ask the bot for another link.',
  },
  link_token_mismatch: {
    cause: 'The link token is for another chat user or another chat.',
    fix: 'Leave `linkToken` out, or ask the bot for a link in your own chat.',
  },
  link_token_claimed: {
    cause: 'Another user of the identity provider has begun to link with this link token.',
    fix: 'Leave `linkToken` out, or ask the bot for another link.',
  },
  chatapp_linked_elsewhere: {
    cause: 'The chat user is linked to another account.',
    fix: 'Sign in with the e-mail address of that account, or unlink first with unlinkChatapp.',
  },
  account_linked_elsewhere: {
    cause: 'The account is linked to another chat user.',
    fix: 'Open the Mini App as that chat user, or unlink that one first.',
  },
  link_in_progress: {
    cause: 'Another chat user is being linked to the same account at this moment.',
    fix: 'Repeat the request.',
  },
  account_conflict: {
    cause:
      'The e-mail address, a wallet or another account of the identity provider’s user belongs to another account here, or the session and the user do.',
    fix: 'Sign in as the user who owns that account; accounts are not merged.',
  },
  last_login_method: {
    cause: 'It is the wallet of this session, or the last wallet of the account: without it nobody could sign in.',
    fix: 'Link another wallet first, and sign in with that one.',
  },
  linked_at_provider: {
    cause: 'The identity provider still shows it for this user, so that it would be linked again by itself.',
    fix: 'Remove it at the identity provider, then repeat the request.',
  },
  identity_provider_unavailable: {
    cause: 'The identity provider did not give a usable answer.',
    fix: 'Repeat the request after `Retry-After`.',
  },
  identity_provider_not_configured: {
    cause:
      'The deployment has no identity provider: application id, secret or verification key are absent or malformed.',
    fix: 'Nothing in the request; the operator sets them.',
  },
  provider_not_configured: {
    cause: 'Nothing on this deployment can verify accounts of this provider.',
    fix: 'Link another provider.',
  },
  chatapp_not_configured: {
    cause: 'The deployment lacks what the chat app needs: the bot token or id, or one of its secrets.',
    fix: 'Nothing in the request; the operator sets it.',
  },
} satisfies ErrorGuide
