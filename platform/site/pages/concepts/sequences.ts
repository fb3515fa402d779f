import type { SequenceSteps } from '../../../../functions/site/draw/SequenceSteps.ts'

const API = 'This service'

/** Reading, building and sending, from the first read to the receipt. */
export const SEND: SequenceSteps = {
  title: 'A transaction, from the request to the next read',
  actors: ['Agent', API, 'Wallet'],
  steps: [
    { from: 'Agent', to: API, text: 'build request, with an Idempotency-Key' },
    { from: API, to: API, text: 'reads the chain, simulates' },
    { from: API, to: 'Agent', text: 'calls, description, issues, simulation', isAnswer: true },
    { from: 'Agent', to: 'Agent', text: 'stops if there are issues' },
    { from: 'Agent', to: 'Wallet', text: 'calls (EIP-5792)' },
    { from: 'Wallet', to: 'Wallet', text: 'asks its owner, signs, sends' },
    { from: 'Wallet', to: 'Agent', text: 'receipt', isAnswer: true },
    { from: 'Agent', to: API, text: 'next read, with the block of the receipt as minBlock' },
  ],
}

/** Sign-in of a person. */
export const PERSON: SequenceSteps = {
  title: 'A person signs in (EIP-4361)',
  actors: ['Client', API, 'Wallet'],
  steps: [
    { from: 'Client', to: API, text: 'getAuthNonce' },
    { from: API, to: 'Client', text: 'nonce, domain', isAnswer: true },
    { from: 'Client', to: 'Wallet', text: 'message to sign' },
    { from: 'Wallet', to: 'Client', text: 'signature', isAnswer: true },
    { from: 'Client', to: API, text: 'verifyAuth: message, signature' },
    { from: API, to: 'Client', text: 'session token, cookie', isAnswer: true },
  ],
}

/** Sign-in of an agent, and a signed write. */
export const AGENT: SequenceSteps = {
  title: 'An agent signs in (SIWA), builds and writes',
  actors: ['Agent', API, 'Identity registry'],
  steps: [
    { from: 'Agent', to: API, text: 'createAgentNonce: agentId' },
    { from: API, to: 'Agent', text: 'challenge', isAnswer: true },
    { from: 'Agent', to: 'Agent', text: 'signs with its key' },
    { from: 'Agent', to: API, text: 'verifyAgent: message, signature' },
    { from: API, to: 'Identity registry', text: 'reads the owner of the agent' },
    { from: API, to: 'Agent', text: 'receipt, valid for 30 minutes', isAnswer: true },
    { from: 'Agent', to: API, text: 'build, with the receipt' },
    { from: 'Agent', to: API, text: 'write: receipt and ERC-8128 signature' },
  ],
}

/** How a chat user is linked to an account. */
export const LINK: SequenceSteps = {
  title: 'A chat user is linked to an account',
  actors: ['Mini App', API, 'Identity provider'],
  steps: [
    { from: 'Mini App', to: API, text: 'createMiniappSession: launch data' },
    { from: API, to: 'Mini App', text: 'session of 15 minutes', isAnswer: true },
    { from: 'Mini App', to: 'Identity provider', text: 'e-mail address, then the code from the e-mail' },
    { from: 'Identity provider', to: 'Mini App', text: 'access token', isAnswer: true },
    { from: 'Mini App', to: API, text: 'checkLinkReady' },
    { from: 'Mini App', to: 'Identity provider', text: 'links the chat user' },
    { from: 'Mini App', to: API, text: 'completeChatappLink' },
    { from: API, to: 'Identity provider', text: 'verifies user and address' },
    { from: API, to: 'Mini App', text: 'the link and its account', isAnswer: true },
  ],
}

/** A request that costs an x402 payment. */
export const REVIEW: SequenceSteps = {
  title: 'A paid review (x402)',
  actors: ['Agent', API, 'Facilitator'],
  steps: [
    { from: 'Agent', to: API, text: 'reviewAgentFeedback' },
    { from: API, to: 'Agent', text: '402 with PAYMENT-REQUIRED', isAnswer: true },
    { from: 'Agent', to: 'Agent', text: 'signs the payment (EIP-3009)' },
    { from: 'Agent', to: API, text: 'the same, with PAYMENT-SIGNATURE' },
    { from: API, to: 'Facilitator', text: 'verify' },
    { from: API, to: API, text: 'makes the review' },
    { from: API, to: 'Facilitator', text: 'settle' },
    { from: API, to: API, text: 'checks the payment onchain' },
    { from: API, to: 'Agent', text: 'review, unsigned giveFeedback', isAnswer: true },
  ],
}
