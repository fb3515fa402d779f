import type { ErrorGuide } from './ErrorGuide.ts'

/** Free entries, tickets of the other chain, staked keys, the marketplace. */
export const lotteryErrors = {
  creator_mismatch: {
    cause: '`creatorCoin` is not the coin that the message names.',
    fix: 'Leave `creatorCoin` out, or send the coin of the message.',
  },
  lottery_manager_mismatch: {
    cause: 'The message is for another lottery.',
    fix: 'Request a new challenge and sign it.',
  },
  nonce_mismatch: {
    cause: '`nonce` is not the nonce in the message.',
    fix: 'Leave `nonce` out, or send the nonce of the message.',
  },
  message_expires_too_soon: {
    cause: 'Less than 60 s remain before the challenge expires, too short for an entry to reach the chain.',
    fix: 'Request a new challenge and submit it sooner.',
  },
  invalid_post_reference: {
    cause: 'Neither `postId` nor `postUrl` refers to a post.',
    fix: 'Send the id in digits, or the full URL of the post.',
  },
  post_not_found: {
    cause: 'The social platform has no public post with this id.',
    fix: 'Check the id, and that the post is public.',
  },
  post_author_mismatch: {
    cause: 'The post was written by somebody other than the linked social account.',
    fix: 'Use a post of the linked account.',
  },
  post_not_today: {
    cause: 'The post was not made on the current UTC day.',
    fix: 'Publish a post today and send that one.',
  },
  post_content_mismatch: {
    cause: 'The post lacks a text or the link that it must contain.',
    fix: 'Publish a post that contains what the text states.',
  },
  insufficient_amoe_credits: {
    cause: 'The account has fewer credits than an entry costs.',
    fix: 'Earn more credits first; `GET /v1/lottery/amoe/credits` has the balance.',
  },
  social_not_linked: {
    cause: 'The account has no linked social account.',
    fix: 'Link a social account and try again.',
  },
  entry_refused: {
    cause: 'The lottery’s router would refuse the entry, so no credits were debited.',
    fix: 'Change what the text states; the coin must be registered and the entry permitted.',
  },
  daily_checkin_already_claimed: {
    cause: 'The credit of this UTC day was granted for another post.',
    fix: 'Try again on the next UTC day.',
  },
  post_already_claimed: {
    cause: 'The post has already been counted for another account.',
    fix: 'Use a post that no other account has claimed.',
  },
  msgnet_checkin_auto_only: {
    cause:
      'The operation is retired: a direct message to the service’s own agent earns the credit of the day by itself.',
    fix: 'Write to the agent from a wallet of the account, and read the balance a minute later.',
  },
  snapshot_stale: {
    cause: 'A snapshot of the same block or a newer one is already published for this buyer.',
    fix: 'Publish again when the chain has a newer block.',
  },
  stake_already_attributed: {
    cause: 'Another buyer has published a stake of these wallets.',
    fix: 'Publish from the account that the stake is attributed to, or leave the wallet out.',
  },
  stakes_unreadable: {
    cause: 'Some stakes could not be read; nothing was published, and the previous snapshot stays.',
    fix: 'Try again, or name fewer or other rooms in `tokenIds`.',
  },
  finalized_transaction_unavailable: {
    cause: 'Some of the delivered transactions cannot be read at finality yet.',
    fix: 'Deliver the same batch again.',
  },
  post_verification_unavailable: {
    cause: 'The social platform does not answer, so the post cannot be verified.',
    fix: 'Try again.',
  },
  attestation_hash_unreadable: {
    cause: 'The lottery’s router does not return the hash that is to be attested.',
    fix: 'Try again; if it persists, the router does not support the configured attestation.',
  },
  amoe_not_configured: {
    cause: 'This deployment does not offer free entries.',
    fix: 'Use a deployment that does, or ask its operator.',
  },
  posts_not_configured: {
    cause: 'This deployment cannot look up posts.',
    fix: 'Use a deployment that can, or ask its operator.',
  },
  ingest_not_configured: {
    cause: 'This deployment does not accept tickets of the other chain.',
    fix: 'Ask its operator.',
  },
  marketplace_not_configured: {
    cause: 'This deployment has no marketplace listing.',
    fix: 'Use a deployment that has one, or ask its operator.',
  },
} satisfies ErrorGuide
