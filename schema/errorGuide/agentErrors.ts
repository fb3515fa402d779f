import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  artifact_not_found: {
    cause: 'No document or picture with this SHA-256 was stored here.',
    fix: 'Take the address from `feedbackURI` or `gatewayUrl` of the answer that stored it.',
  },
  invalid_wallet_signature: {
    cause: 'The signature is not by `newWallet`, or it is over other values, another owner or another deadline.',
    fix: 'Ask for the typed data with `action` `prepare`, have `newWallet` sign it, and send it with the same fields.',
  },
  wallet_not_provisioned: {
    cause: 'The smart wallet does not have a server wallet yet.',
    fix: 'Call `POST /v1/agents/creators/provision-wallet`, do what its `nextStep` says, then enable the agent.',
  },
  server_wallet_mismatch: {
    cause: '`serverWalletId` is not the id of the server wallet that was provisioned for this smart wallet.',
    fix: 'Send the `walletId` that `POST /v1/agents/creators/provision-wallet` answers.',
  },
  server_wallet_not_owner: {
    cause: 'The server wallet is not an owner of the smart wallet, so the agent could not act for it.',
    fix: 'Have an owner of the smart wallet call `addOwnerAddress` with the server wallet’s address, then try again.',
  },
  custody_unavailable: {
    cause: 'The wallet provider did not answer, or its answer was not usable.',
    fix: 'Try again; a wallet that the provider already made is found, not made again.',
  },
  custody_not_configured: {
    cause: 'This deployment has no wallet provider.',
    fix: 'Use a deployment that has one, or ask its operator.',
  },
  not_canonical_agent: {
    cause: 'The profile of another agent than this service’s own was asked for.',
    fix: 'Ask for the agent that listPublicAgents names; feedback on any agent is answered by getAgentFeedback.',
  },
  agent_not_configured: {
    cause: 'The deployment does not say which agent of the identity registry it is.',
    fix: 'Nothing in the request; the operator sets `AGENT`.',
  },
  agent_not_found: {
    cause: 'No agent with this id is registered in the identity registry (ERC-8004) at this block, or it was burned.',
    fix: 'Check agentId; `ownerOf` of the identity registry answers for every agent that exists.',
  },
  feedback_not_found: {
    cause: 'This client has not left feedback with this index on this agent.',
    fix: 'Check `client` and `feedbackIndex`. Indexes count from 1 for each client of an agent, so 0 never exists; mode=all lists what does.',
  },
  invalid_payment: {
    cause: 'The header `PAYMENT-SIGNATURE` (or `X-PAYMENT`) is not a payment of x402 version 2 by EIP-3009.',
    fix: 'Let an x402 client make the header from `PAYMENT-REQUIRED`; the error names the field that is wrong.',
  },
  payment_required: {
    cause: 'The request came without a payment. Nothing was done.',
    fix: 'Sign the payment that `PAYMENT-REQUIRED` asks for and send the same request with `PAYMENT-SIGNATURE`; an x402 client does both.',
  },
  payment_rejected: {
    cause:
      'The payment is not what was asked for, or can no longer be settled; the error says why in the words of x402. Nothing was charged.',
    fix: 'Read `PAYMENT-REQUIRED` of this answer, see to the balance and the validity, and sign a new payment.',
  },
  payment_conflict: {
    cause:
      'The authorization was used for another body, by another caller, or with another signature; or the payer claimed it meanwhile; or another payment has its payment-identifier.',
    fix: 'Send the request that it was used for, as the same caller or as the payer, or sign a new payment, with a payment-identifier of its own. If you are the payer and another caller used it, the error has the body to send.',
  },
  payer_only: {
    cause:
      'The payment was put on chain before this service had it settled. Its signature is public there, so a copy of it proves nothing.',
    fix: 'Sign in with the address that paid and send the same payment, or sign a new payment of your own. Nothing more was charged.',
  },
  payment_unsettled: {
    cause: 'The facilitator did not say, or not truly, what became of the payment, and the chain does not show it yet.',
    fix: 'Send the same request with the same payment after `Retry-After`, as often as it takes. It is charged once at most; a new payment could be a second charge.',
  },
  facilitator_unavailable: {
    cause: 'The facilitator did not answer whether the payment is good. Nothing was charged.',
    fix: 'Try again with the same payment.',
  },
  review_busy: {
    cause: 'Two reviews are being made for this payer, or twenty payments of it are open.',
    fix: 'Try again with the same payment when the others have been answered.',
  },
  review_incomplete: {
    cause: 'A resolver or gateway of this service failed, so a review would say of the agent what is not true of it.',
    fix: 'Try again with the same payment. Nothing is charged before the review is complete.',
  },
  payments_not_configured: {
    cause: 'This deployment has no facilitator (`X402_FACILITATOR_URL`), or nobody to pay (`X402_PAY_TO`).',
    fix: 'Use a deployment that has them, or ask its operator.',
  },
  feedback_index_unavailable: {
    cause: 'The index of feedback cannot answer at the moment: it is still being filled, or too far behind the chain.',
    fix: 'Try again after `Retry-After`, or use another mode, which reads the registry itself.',
  },
  intelligence_unavailable: {
    cause: 'The providers that know wallets did not answer in the time that a profile waits for them.',
    fix: 'Ask for the profile again: what they answered meanwhile is there. getWalletIntelligence waits longer.',
  },
  reputation_sync_failed: {
    cause: 'The reputation provider failed, throttled or gave no usable answer. Scores that were there before stay.',
    fix: 'Try again later; the next scheduled run does so by itself. If it persists, ask the operator of the deployment.',
  },
  run_in_progress: {
    cause: 'Another run of the same scheduled work is under way, or was cut off less than 90 seconds ago.',
    fix: 'Leave it to that run; where it was cut off, the next one continues.',
  },
  msgnet_unavailable: {
    cause: 'The gateway of the messaging network failed, or its answer was not usable, for every inbox.',
    fix: 'Try again; the network keeps the messages, and the next scheduled run continues by itself.',
  },
  msgnet_not_configured: {
    cause:
      'This deployment has no gateway of the messaging network (`MSGNET_GATEWAY_URL`, `MSGNET_GATEWAY_TOKEN`, `MSGNET_GATEWAY_SECRET`).',
    fix: 'Ask its operator.',
  },
  reputation_not_configured: {
    cause: 'This deployment has no reputation provider (`REPUTATION_API_URL`).',
    fix: 'Ask its operator.',
  },
  room_not_found: {
    cause: 'The share token has no room with this key, or the room has been closed.',
    fix: 'Use a `roomKey` of `GET /v1/agents/capabilities`, together with its share token.',
  },
  not_qualified: {
    cause: 'The wallet does not meet what the room requires, or the room is locked; the text says which.',
    fix: 'Compare `minBalance`, `minHoldSeconds` and `qualifiedSince` in `GET /v1/agents/capabilities`.',
  },
  token_invalid: {
    cause: 'The room token was not issued by this service, or was changed.',
    fix: 'Request and verify a new proof; do not sign in again.',
  },
  token_expired: {
    cause: 'The room token is past its expiration.',
    fix: 'Request and verify a new proof.',
  },
  token_revoked_or_unknown: {
    cause: 'The room token was revoked, or its record is gone.',
    fix: 'Request and verify a new proof.',
  },
  room_protocol_mismatch: {
    cause: 'The room token is for a room of another kind.',
    fix: 'Join with the operation of the protocol that the text names.',
  },
  link_required: {
    cause: 'The account has no linked chat account that could be let in.',
    fix: 'Link one (`/chatapp/link`), then join again with the same token.',
  },
  hold_time_unreadable: {
    cause:
      'The transfers of the wallet are not indexed up to this block, are too many, or do not add up to its balance; whether it qualifies is not known.',
    fix: 'Try again; if it persists, use a wallet with fewer transfers.',
  },
  too_many_streams: {
    cause: 'Two answers of the assistant to this principal have not ended yet.',
    fix: 'Read one to its end or close its connection, then ask again; `Retry-After` says when the older one is over at the latest.',
  },
  llm_rate_limited: {
    cause: 'The provider of the language model allows this service no further requests for the moment.',
    fix: 'Ask again later. This code comes in an `error` event, since the stream has begun by then.',
  },
  llm_failed: {
    cause:
      'The language model cannot be reached, broke off, answered more than is read of it, or answered something else than its protocol says.',
    fix: 'Ask again. This code comes in an `error` event; what came in `delta` events before is incomplete.',
  },
  llm_timeout: {
    cause: 'The language model did not answer in time, or the whole answer took two minutes.',
    fix: 'Ask again, or ask for less at once. This code comes in an `error` event; what came before is incomplete.',
  },
  llm_not_configured: {
    cause: 'This deployment has no language model.',
    fix: 'Use a deployment that has one, or ask its operator. All that the assistant could read is there without it.',
  },
  rooms_not_configured: {
    cause: 'This deployment has no secret for room tokens.',
    fix: 'Use a deployment that has one, or ask its operator.',
  },
} satisfies ErrorGuide
