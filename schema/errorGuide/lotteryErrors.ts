import type { ErrorGuide } from './ErrorGuide.ts'

/** Free entries, Solana tickets, staked keys, the marketplace. */
export const lotteryErrors = {
  creator_mismatch: {
    title: 'Other creator coin than in the message',
    cause: '`creatorCoin` is not the coin that the message names.',
    fix: 'Omit `creatorCoin`, or send the coin of the message.',
  },
  lottery_manager_mismatch: {
    title: 'Other lottery than in the message',
    cause: 'The message is for another lottery.',
    fix: 'Request a new challenge with `getAmoeNonce` and sign it.',
  },
  nonce_mismatch: {
    title: 'Other nonce than in the message',
    cause: '`nonce` is not the nonce in the message.',
    fix: 'Omit `nonce`, or send the nonce of the message.',
  },
  message_expires_too_soon: {
    title: 'Challenge about to expire',
    cause: 'The challenge expires in less than 60 s, too soon for an entry to reach the chain.',
    fix: 'Request a new challenge with `getAmoeNonce`, and submit it sooner.',
  },
  invalid_post_reference: {
    cause: 'Neither `postId` nor `postUrl` refers to a post.',
    fix: 'Send the id of the post in digits, or its full URL.',
  },
  post_not_found: {
    title: 'Unknown post',
    cause: 'The social platform has no public post with this id.',
    fix: 'Correct the id, or make the post public.',
  },
  post_author_mismatch: {
    title: 'Post by another author',
    cause: 'The linked social account did not write the post.',
    fix: 'Send a post of the linked social account.',
  },
  post_not_today: {
    title: 'Post of another day',
    cause: 'The post was not made on the current UTC day.',
    fix: 'Publish a post today and send that one.',
  },
  post_content_mismatch: {
    title: 'Incomplete post',
    cause: 'The post lacks a text or a link that it must contain.',
    fix: 'Publish a post that contains what the error states, and send that one.',
  },
  insufficient_amoe_credits: {
    title: 'Insufficient credits',
    cause: 'The account has fewer credits than an entry costs.',
    fix: 'Earn more credits with `checkinAmoePost`. `getAmoeCredits` returns the balance.',
  },
  social_not_linked: {
    title: 'Missing social account',
    cause: 'The account has no linked social account.',
    fix: 'Link a social account with `linkAccount` (`provider` `twitter`), then send the request again.',
  },
  entry_refused: {
    title: 'Refused entry',
    cause: 'The lottery’s router would refuse the entry, so no credits were debited.',
    fix: 'If the error names `creatorCoin`, call `getAmoeNonce` with a registered coin. Otherwise mend what the router’s reason in the error names, and submit again.',
  },
  daily_checkin_already_claimed: {
    title: 'Claimed daily credit',
    cause: 'The account, or the author of the post, has already earned the credit of this UTC day.',
    fix: 'Send a post on the next UTC day.',
  },
  post_already_claimed: {
    title: 'Claimed post',
    cause: 'The post has already earned a credit for another account.',
    fix: 'Send a post that no other account has claimed.',
  },
  msgnet_checkin_auto_only: {
    title: 'Retired check-in',
    cause: 'The operation is retired. A direct message to the service’s own agent earns the credit of the day.',
    fix: 'Send the agent a direct message from a wallet of the account, and a minute later read the balance with `getAmoeCredits`.',
  },
  snapshot_stale: {
    title: 'Outdated snapshot',
    cause: 'This buyer has already published a snapshot of the same block or a newer one.',
    fix: 'Call `publishLotteryKeyCoverage` again when the chain has a newer block.',
  },
  stake_already_attributed: {
    title: 'Stake of another buyer',
    cause: 'Another buyer has published a stake of these wallets.',
    fix: 'Publish from the account that published the stake, unlink its wallet (`disconnectExternalWallet`), or wait a day.',
  },
  stakes_unreadable: {
    title: 'Unreadable stakes',
    cause: 'Some stakes could not be read. Nothing was published, and the previous snapshot stays.',
    fix: 'Repeat the request after `Retry-After` seconds, or pass fewer or other rooms in `tokenIds`.',
  },
  finalized_transaction_unavailable: {
    title: 'Unfinalized transactions',
    cause: 'Some of the delivered transactions cannot be read at finality yet.',
    fix: 'Deliver the same batch again after `Retry-After` seconds.',
  },
  post_verification_unavailable: {
    title: 'Unavailable social platform',
    cause: 'The social platform did not answer, so the post could not be verified.',
    fix: 'Send the same post again after `Retry-After` seconds.',
  },
  attestation_hash_unreadable: {
    title: 'Unreadable attestation hash',
    cause: 'The lottery’s router did not return the hash to attest.',
    fix: 'Repeat the request after `Retry-After` seconds. If it persists, the router does not support the configured attestation.',
  },
  amoe_not_configured: {
    title: 'Disabled free entries',
    cause:
      'This deployment has no secret for challenges or no attestor key (`AMOE_NONCE_SECRET`, `AMOE_ATTESTOR_KEY`).',
    fix: 'Use another deployment, or ask the operator to enable free entries.',
  },
  posts_not_configured: {
    title: 'Unconfigured social platform',
    cause: 'This deployment has no token for the social platform (`SOCIAL_API_TOKEN`).',
    fix: 'Use another deployment, or ask the operator to configure it.',
  },
  ingest_not_configured: {
    title: 'Disabled ingestion of Solana tickets',
    cause:
      'This deployment lacks the secret, the nodes or the program of Solana tickets (`LOTTERY_INGEST_SECRET`, `SVM_RPC_URLS`, `SVM_HOOK_PROGRAM`).',
    fix: 'Ask the operator to configure them.',
  },
  marketplace_not_configured: {
    title: 'Missing marketplace listing',
    cause: 'This deployment has no marketplace listing (`MARKETPLACE`).',
    fix: 'Use another deployment, or ask the operator to configure one.',
  },
} satisfies ErrorGuide
