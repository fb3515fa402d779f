import { AgentWalletRequest, AgentWalletStep, FeedbackSubmission, UnsignedFeedback } from './writeBodies.ts'
import { builder, jsonBody, ok } from '../builder.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'

const TAGS: string[] = ['agents']

/** Like the builders, these store nothing: the caller decides whether to send the transaction. */
const agentBuilder = { ...builder, tags: TAGS } as const

/** Transactions of the agent registries. */
export const agentWrites = {
  submitAgentFeedback: operation({
    ...agentBuilder,
    operationId: 'submitAgentFeedback',
    path: '/v1/agents/feedback/submit',
    summary: 'Build a feedback transaction on an agent (ERC-8004)',
    description:
      'Builds an unsigned call of the reputation registry: giveFeedback (`give`), revokeFeedback of the sender’s own feedback (`revoke`), or appendResponse (`respond`). Nothing is sent or stored. To make a feedback file use buildSocialFeedbackPayload; to read feedback use getAgentFeedback.',
    'x-limit': 'feedbackSubmit',
    'x-body': { bound: 32_768, kind: 'object' },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('reputationRegistry') },
    request: { body: jsonBody(FeedbackSubmission) },
    responses: ok(UnsignedFeedback),
  }),
  setAgentWallet: operation({
    ...agentBuilder,
    operationId: 'setAgentWallet',
    'x-authority': 'handler',
    path: '/v1/agents/identity/set-agent-wallet',
    summary: 'Prepare or build setAgentWallet of an agent (ERC-8004)',
    description:
      'Two steps within 300 seconds: `prepare` returns the typed data that the new wallet signs; `encode` checks the signature and returns the unsigned transaction for the agent’s owner or an operator. The caller must own or operate the agent; a SIWA receipt is valid only for the receipt’s agent.',
    'x-limit': 'write',
    'x-body': { bound: 8192, kind: 'object' },
    'x-errors': [
      'invalid_wallet_signature',
      'forbidden',
      'wallet_authority_mismatch',
      'not_registered',
      'not_owner',
      'read_needed',
      'role_not_configured',
    ],
    'x-needs': {
      ...roles('identityRegistry'),
      RPC_URLS: { error: 'read_needed', when: 'action is prepare, or the caller is not the owner' },
    },
    request: { body: jsonBody(AgentWalletRequest) },
    responses: ok(AgentWalletStep),
  }),
}
