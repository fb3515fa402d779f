import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  artifact_not_found: {
    title: 'Unknown artifact',
    cause: 'No document or picture with this SHA-256 is stored.',
    fix: 'Take the address from `feedbackURI` or `gatewayUrl` of the answer that stored it.',
  },
  invalid_wallet_signature: {
    cause: '`newWallet` did not make the signature, or it is over other values, another owner or another deadline.',
    fix: 'Call `setAgentWallet` with `action` `prepare`, sign its typed data with `newWallet`, and send it with the same fields.',
  },
  wallet_not_provisioned: {
    title: 'Missing server wallet',
    cause: 'The smart wallet does not have a server wallet yet.',
    fix: 'Call `provisionCreatorWallet`, do what its `nextStep` says, then call `enableCreatorAgent` again.',
  },
  server_wallet_mismatch: {
    title: 'Other server wallet',
    cause: '`serverWalletId` is not the id of the server wallet that was provisioned for this smart wallet.',
    fix: 'Send the `walletId` that `provisionCreatorWallet` returns.',
  },
  server_wallet_not_owner: {
    title: 'Server wallet without ownership',
    cause: 'The server wallet is not an owner of the smart wallet, so the agent could not act for it.',
    fix: 'Call `addOwnerAddress` of the smart wallet with the server wallet’s address, as an owner, then repeat the request.',
  },
  custody_unavailable: {
    title: 'Unavailable wallet provider',
    cause: 'The wallet provider did not answer, or its answer was not usable.',
    fix: 'Repeat the request. A wallet that the provider has already created is found, not created again.',
  },
  custody_not_configured: {
    title: 'Unconfigured wallet provider',
    cause: 'This deployment has no wallet provider (`CUSTODY_APP_ID`, `CUSTODY_APP_SECRET`).',
    fix: 'Use another deployment, or ask the operator to configure one.',
  },
  not_canonical_agent: {
    title: 'Profile of another agent',
    cause: 'The request is for the profile of an agent other than this service’s own.',
    fix: 'Ask for the agent that `listPublicAgents` names. `getAgentFeedback` returns the feedback on any agent.',
  },
  agent_not_configured: {
    title: 'Unconfigured agent',
    cause: 'This deployment does not state which agent of the identity registry it is (`AGENT`).',
    fix: 'Ask the operator to configure the agent.',
  },
  agent_not_found: {
    title: 'Unknown agent',
    cause: 'The identity registry (ERC-8004) has no agent with this id at this block, or the agent was burned.',
    fix: 'Correct `agentId`. `ownerOf` of the identity registry answers for every existing agent.',
  },
  feedback_not_found: {
    title: 'Unknown feedback',
    cause: 'This client has not given feedback with this index to this agent. Indexes count from 1 for each client.',
    fix: 'Correct `client` and `feedbackIndex`. `getAgentFeedback` with `mode=all` lists existing feedback.',
  },
  invalid_payment: {
    cause: 'The header `PAYMENT-SIGNATURE` (or `X-PAYMENT`) is not a payment of x402 version 2 by EIP-3009.',
    fix: 'Let an x402 client create the header from `PAYMENT-REQUIRED`. The error names the wrong field.',
  },
  payment_required: {
    title: 'Missing payment',
    cause: 'The request has no payment. Nothing was done.',
    fix: 'Sign the payment that `PAYMENT-REQUIRED` asks for, and send the same request with `PAYMENT-SIGNATURE`. An x402 client does both.',
  },
  payment_rejected: {
    title: 'Rejected payment',
    cause:
      'The payment does not meet the requirements, or can no longer be settled. The error has the reason code of x402. Nothing was charged.',
    fix: 'Read `PAYMENT-REQUIRED` of this answer, check the balance and the validity, and sign a new payment.',
  },
  payment_conflict: {
    title: 'Payment of another request',
    cause:
      'The authorization was used for another body, by another caller or with another signature, or its payer has claimed it; or another payment has the same payment-identifier.',
    fix: 'Send the paid request as the same caller or as the payer (the error then has its body), or sign a new payment with a new payment-identifier.',
  },
  payer_only: {
    title: 'Payment that only its payer can use',
    cause:
      'The payment was onchain before this service settled it. Its signature is public there, so a copy of it proves nothing.',
    fix: 'Sign in with the address that paid and send the same payment, or sign your own new payment. Nothing more was charged.',
  },
  payment_unsettled: {
    title: 'Unknown settlement',
    cause:
      'The facilitator did not report the outcome of the payment, or reported a false one, and the chain does not show it yet.',
    fix: 'Send the same request with the same payment after `Retry-After` seconds until it succeeds. A new payment could be charged again.',
  },
  facilitator_unavailable: {
    title: 'Unavailable facilitator',
    cause: 'The facilitator did not answer whether the payment is valid. Nothing was charged.',
    fix: 'Send the same payment again after `Retry-After` seconds.',
  },
  review_busy: {
    title: 'Too many reviews in progress',
    cause: 'Two reviews for this payer are in progress, or twenty of its payments are open.',
    fix: 'Send the same payment again when the other reviews have been answered.',
  },
  review_incomplete: {
    title: 'Incomplete review',
    cause: 'A resolver or gateway of this service failed, so the review would make false statements about the agent.',
    fix: 'Send the same payment again after `Retry-After` seconds. Nothing is charged before the review is complete.',
  },
  payments_not_configured: {
    title: 'Unconfigured payments',
    cause: 'This deployment has no facilitator (`X402_FACILITATOR_URL`), or no address to pay to (`X402_PAY_TO`).',
    fix: 'Use another deployment, or ask the operator to configure them.',
  },
  feedback_index_unavailable: {
    title: 'Unavailable feedback index',
    cause: 'The feedback index is still being filled, or is too far behind the chain.',
    fix: 'Repeat the request after `Retry-After` seconds, or send another `mode`, which reads the registry.',
  },
  intelligence_unavailable: {
    title: 'Unavailable wallet intelligence',
    cause: 'The providers of wallet intelligence did not answer in the time that a profile waits for them.',
    fix: 'Repeat the request: later answers are stored. `getWalletIntelligence` waits longer.',
  },
  reputation_sync_failed: {
    title: 'Failure of the reputation sync',
    cause: 'The reputation provider failed, throttled or gave no usable answer. Stored scores are unchanged.',
    fix: 'Wait for the next scheduled run, which tries again. If it persists, ask the operator.',
  },
  run_in_progress: {
    title: 'Run in progress',
    cause: 'Another run of the same scheduled job is in progress, or was cut off less than 90 seconds ago.',
    fix: 'Leave the work to that run. If it was cut off, the next run continues it.',
  },
  msgnet_unavailable: {
    title: 'Unavailable messaging network',
    cause: 'The gateway of the messaging network failed, or its answer was not usable, for every inbox.',
    fix: 'Repeat the request after `Retry-After` seconds. The network keeps the messages, and the next scheduled run continues.',
  },
  msgnet_not_configured: {
    title: 'Unconfigured messaging network',
    cause:
      'This deployment has no gateway of the messaging network (`MSGNET_GATEWAY_URL`, `MSGNET_GATEWAY_TOKEN`, `MSGNET_GATEWAY_SECRET`).',
    fix: 'Ask the operator to configure it.',
  },
  reputation_not_configured: {
    title: 'Unconfigured reputation provider',
    cause: 'This deployment has no reputation provider (`REPUTATION_API_URL`).',
    fix: 'Ask the operator to configure it.',
  },
  room_not_found: {
    title: 'Unknown room',
    cause: 'The share token has no room with this key, or the room is closed.',
    fix: 'Use a `roomKey` of `getAgentCapabilities` with its share token.',
  },
  not_qualified: {
    title: 'Unmet room requirement',
    cause: 'The wallet does not meet the requirements of the room, or the room is locked. The error states which.',
    fix: 'Compare `minBalance`, `minHoldSeconds` and `qualifiedSince` in `getAgentCapabilities`, and hold the missing shares.',
  },
  token_invalid: {
    title: 'Invalid room token',
    cause: 'The room token was not issued by this service, or was changed.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token. Do not sign in again.',
  },
  token_expired: {
    title: 'Expired room token',
    cause: 'The room token has expired.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token.',
  },
  token_revoked_or_unknown: {
    title: 'Revoked or unknown room token',
    cause: 'The room token was revoked, or its record no longer exists.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token.',
  },
  room_protocol_mismatch: {
    title: 'Room of another protocol',
    cause: 'The room token is for a room of another protocol.',
    fix: 'Join with the operation of that protocol: `joinAgentMsgnet` or `joinAgentChatapp`.',
  },
  link_required: {
    title: 'Missing chat account',
    cause: 'The account has no linked chat account.',
    fix: 'Link a chat account at `/chatapp/link` in the chat app, then repeat the request.',
  },
  hold_time_unreadable: {
    title: 'Unreadable hold time',
    cause:
      'The transfers of the wallet are not indexed up to this block, are too many, or do not add up to its balance, so it is not known whether it qualifies.',
    fix: 'Repeat the request after `Retry-After` seconds. If it persists, use a wallet with fewer transfers.',
  },
  too_many_streams: {
    title: 'Too many streams',
    cause: 'Two answers of the assistant to this caller have not ended yet.',
    fix: 'Read one to its end or close its connection, then ask again, at the latest after `Retry-After` seconds.',
  },
  llm_rate_limited: {
    title: 'Rate limit of the language model',
    cause:
      'The language model provider is rate limiting this service. The code arrives in an `error` event, because the stream has already started.',
    fix: 'Ask again later.',
  },
  llm_failed: {
    title: 'Failure of the language model',
    cause:
      'The language model could not be reached, broke off, or answered too much or outside its protocol. The code arrives in an `error` event.',
    fix: 'Ask again. The text of earlier `delta` events is incomplete.',
  },
  llm_timeout: {
    title: 'Timeout of the language model',
    cause:
      'The language model did not answer in time, or the whole answer took two minutes. The code arrives in an `error` event.',
    fix: 'Ask again, or ask for less at once. The text of earlier `delta` events is incomplete.',
  },
  llm_not_configured: {
    title: 'Unconfigured language model',
    cause: 'This deployment has no language model (`MODEL_URL`, `MODEL_NAME`, `MODEL_API_KEY`).',
    fix: 'Call the operations that the assistant reads yourself, or ask the operator to configure a model.',
  },
  rooms_not_configured: {
    title: 'Missing room token secret',
    cause: 'This deployment has no secret for room tokens (`ROOM_TOKEN_SECRET`).',
    fix: 'Use another deployment, or ask the operator to configure the secret.',
  },
} satisfies ErrorGuide
