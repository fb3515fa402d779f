import type { ErrorSection } from './ErrorEntry.ts'

/** Messages that a wallet signs, and the accounts behind wallets. */
export const signInErrors = {
  invalid_message: {
    status: 400,
    cause: 'The signed message does not have the prescribed form, or a line of it was changed.',
    fix: 'Sign the text that the challenge prescribes, byte for byte.',
  },
  domain_mismatch: {
    status: 400,
    cause: 'The domain or the URI of the message is not an origin that may sign in to this service.',
    fix: 'Use the `domain` and the `uri` of the challenge.',
  },
  invalid_nonce: {
    status: 400,
    cause:
      'The nonce was not issued by this service for this purpose, has expired, or has already been used to sign in.',
    fix: 'Request a new challenge and sign it.',
  },
  message_expired: {
    status: 400,
    title: 'Expired message',
    cause: 'The expiration time of the message has passed, or the message was issued too long ago.',
    fix: 'Request a new challenge, sign it, and send it before it expires.',
  },
  message_not_yet_valid: {
    status: 400,
    retry: 'later',
    title: 'Message dated in the future',
    cause: 'The message is dated in the future.',
    fix: 'Correct the clock that dates the message, or wait until the message is valid.',
  },
  invalid_registry: {
    status: 400,
    title: 'Other identity registry',
    cause: 'The message or the request names an identity registry that this deployment does not serve.',
    fix: 'Use the registry that the error states.',
  },
  invalid_signature: {
    status: 401,
    text: 'the wallet that the message names did not make this signature',
    cause: 'The signature does not verify for the wallet that the message names.',
    fix: 'Sign the exact text with that wallet. For a contract wallet, send a signature that its ERC-1271 check accepts.',
  },
  nonce_used: {
    status: 409,
    text: 'the nonce has already been used; sign again with a new one',
    title: 'Used nonce',
    cause: 'The nonce of a signed message or request has already been used.',
    fix: 'Request a new challenge or choose a new nonce, and sign it.',
  },
  not_registered: {
    status: 403,
    title: 'Unregistered agent',
    cause: 'The identity registry has no agent with this id.',
    fix: 'Register the agent in the identity registry (ERC-8004), or correct `agentId`.',
  },
  not_owner: {
    status: 403,
    title: 'Agent of another owner',
    cause: 'The agent belongs to another address.',
    fix: 'Use the wallet that owns the agent’s identity token: as `ownerAddress` in createAgentNonce, and to sign in.',
  },
  handoff_limit_reached: {
    status: 409,
    retry: 120,
    text: 'the account has three unredeemed hand-off codes; redeem one, or wait until one expires',
    title: 'Limit of hand-off codes',
    cause: 'The account requested three hand-off codes in the last 120 seconds and has redeemed none of them.',
    fix: 'Redeem one with `redeemAuthHandoff`, or request another after `Retry-After` seconds.',
  },
  session_not_found: {
    status: 404,
    text: 'the caller has no live session with this id',
    title: 'Unknown session',
    cause: 'The caller has no live session with this id. It may have ended.',
    fix: 'Read the ids with `listAuthSessions`. A session that has ended needs no request.',
  },
  authority_unknown: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'the chain could not be read, so the owner of the smart wallet is not known; nothing was changed',
    title: 'Unknown wallet owner',
    cause: 'Whether the caller still owns a smart wallet depends on its contract, and no chain node answered.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  wallet_session: {
    status: 403,
    text: 'this session acts for its wallet only, not for the account; sign in with a full session of a wallet of the account that has a key',
    title: 'Session of a wallet only',
    cause:
      'The session acts for its wallet, not for the account. It was signed as a linked smart wallet, whose owners can all sign such a message, or it is limited.',
    fix: 'Sign in (`verifyAuth`, no `scope`) with an EOA of the account, or redeem a hand-off code (`createAuthHandoff`) of that EOA.',
  },
  wallet_authority_mismatch: {
    status: 403,
    text: 'the wallet does not belong to the signed-in account',
    title: 'Wallet of another account',
    cause: 'The wallet is not a wallet of the signed-in account.',
    fix: 'Sign in with the account of the wallet, or name a wallet of this account.',
  },
  invalid_confirmation: {
    status: 400,
    text: 'confirmation: was not issued to this session; request one with POST /portfolio/me/deletion',
    cause:
      'The confirmation of a deletion was not issued by this service, or was issued to another session, account or wallet.',
    fix: 'Call `requestPortfolioDeletion` in the same session, and send its `confirmation` unchanged.',
  },
  confirmation_expired: {
    status: 400,
    text: 'confirmation: is older than ten minutes; request another with POST /portfolio/me/deletion',
    title: 'Expired confirmation',
    cause: 'The confirmation of a deletion was used more than ten minutes after it was issued.',
    fix: 'Call `requestPortfolioDeletion` again, then `deletePortfolio` within ten minutes.',
  },
} satisfies ErrorSection
