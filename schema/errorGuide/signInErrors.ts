import type { ErrorGuide } from './ErrorGuide.ts'

/** Messages that a wallet signs, and the accounts behind wallets. */
export const signInErrors = {
  invalid_message: {
    cause: 'The signed message does not have the prescribed form, or a line of it was changed.',
    fix: 'Sign the text that the challenge prescribes, byte for byte.',
  },
  domain_mismatch: {
    cause: 'The domain or the URI of the message is not an origin that this service signs in for.',
    fix: 'Use the `domain` and `uri` of the challenge.',
  },
  invalid_nonce: {
    cause: 'The nonce was not issued here for this purpose, has expired, or has already signed somebody in.',
    fix: 'Request a new challenge and sign it.',
  },
  message_expired: {
    cause: 'The message is past its expiration, or was issued too long ago.',
    fix: 'Request a new challenge and sign it.',
  },
  message_not_yet_valid: {
    cause: 'The message is dated in the future.',
    fix: 'Correct the clock that dates the message, or wait until it is valid.',
  },
  invalid_registry: {
    cause: 'The message or the request names an identity registry that is not the one served.',
    fix: 'Use the registry that the text states.',
  },
  invalid_signature: {
    cause: 'The signature is not from the wallet that the message names.',
    fix: 'Sign the exact text with that wallet; for a contract wallet, in the form that its ERC-1271 check accepts.',
  },
  nonce_used: {
    cause: 'The nonce of a signed message or request has already been used.',
    fix: 'Sign again with a new nonce.',
  },
  not_registered: {
    cause: 'The identity registry has no agent with this id.',
    fix: 'Register the agent first, or correct `agentId`.',
  },
  not_owner: {
    cause: 'The agent belongs to another address.',
    fix: 'Sign in with the wallet that owns the agent’s identity token.',
  },
  handoff_limit_reached: {
    cause: 'Three hand-off codes of the account were asked for in the last 120 seconds and have not been redeemed.',
    fix: 'Redeem one of them, or ask again after `Retry-After`.',
  },
  session_not_found: {
    cause: 'The caller has no live session of this name.',
    fix: 'Read `GET /auth/sessions` again. A session that has ended needs nothing more.',
  },
  authority_unknown: {
    cause: 'Whether the caller still owns a smart wallet depends on its contract, and no chain node answered.',
    fix: 'Repeat the request after `Retry-After`. Nothing was changed.',
  },
  wallet_session: {
    cause:
      'The session was signed as a smart wallet that an account has linked. It acts for that wallet only, since every owner of the wallet could sign so.',
    fix: 'Sign in with a wallet of the account that has a key, or by a hand-off from such a session.',
  },
  wallet_authority_mismatch: {
    cause: 'The wallet does not belong to the account that is signed in.',
    fix: 'Sign in with the account of the wallet, or name a wallet of this account.',
  },
  invalid_confirmation: {
    cause: 'The confirmation of a deletion is not one of this service, or is for another account or another wallet.',
    fix: 'Ask for one with `POST /portfolio/me/deletion` in the same session, and send it unchanged.',
  },
  confirmation_expired: {
    cause: 'The confirmation of a deletion was used more than ten minutes after it was issued.',
    fix: 'Ask for another with `POST /portfolio/me/deletion`, and use it soon.',
  },
} satisfies ErrorGuide
