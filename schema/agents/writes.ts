import { AgentWalletRequest, AgentWalletStep, FeedbackSubmission, UnsignedFeedback } from './writeBodies.ts'
import { builder, jsonBody, ok } from '../builder.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'

const TAGS: string[] = ['agents']

/** Like the builders, these change nothing here: whoever asked sends what they answer, or does not. */
const agentBuilder = { ...builder, tags: TAGS } as const

/** Transactions of the agent registries. */
export const agentWrites = {
  submitAgentFeedback: operation({
    ...agentBuilder,
    operationId: 'submitAgentFeedback',
    path: '/v1/agents/feedback/submit',
    summary: 'Build giveFeedback, revokeFeedback or appendResponse of the reputation registry (ERC-8004)',
    description:
      'Builds the call that leaves feedback on an agent (`give`), takes the sender’s own feedback back (`revoke`), or responds to somebody’s (`respond`). Nothing is sent, and nothing is stored: the feedback exists once the sender’s transaction is mined. The hash that goes on chain is that of the content, never of a URI. For a file to refer to use buildSocialFeedbackPayload; to read feedback use getAgentFeedback.',
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
    summary: 'Prepare or build setAgentWallet of the identity registry (ERC-8004)',
    description:
      'In two steps: `prepare` answers the typed data (EIP-712) that the new wallet signs; `encode` takes the signature, checks it, and answers the transaction that the owner or an operator of the agent sends, all within 300 seconds of block time. Nothing is sent. The caller must be the owner of the agent, by any wallet of its account, or an operator of it; an agent’s own receipt counts for that agent alone.',
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
