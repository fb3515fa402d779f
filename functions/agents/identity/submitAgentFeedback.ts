import type { Address } from 'viem'
import type { agentWrites } from '../../../schema/agents/writes.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { registryTexts } from '../../../shared/domain/agents/registryActions.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler, Input } from '../../../shared/http/handler.ts'
import type { BuildContext } from './context.ts'
import { encodeGiveFeedback, reputationActionsAbi as abi } from './encodeGiveFeedback.ts'
import { contentHash } from './registry/contentHash.ts'
import {
  givenCalls,
  givenIssues,
  givingCalls,
  givingIssues,
  registryIssues,
  revokedIssues,
} from './registry/feedbackIssues.ts'

type Operation = typeof agentWrites.submitAgentFeedback
type Submission = Input<Operation>['body']

/**
 * Builds `giveFeedback`, `revokeFeedback` or `appendResponse` of the reputation registry (ERC-8004, "Reputation
 * Registry"). It reads, at one block, what the registry itself asks: for new feedback who may speak for the agent, for
 * the rest the feedback.
 *
 * Throws invalid_request for a hash that is missing or wrong; role_not_configured if the configured address does not
 * answer as a reputation registry.
 */
export const submitAgentFeedback: Handler<Operation, BuildContext> = defineBuilder(async ({ body, from }, context) => {
  const { chain } = context
  const reputation = chain.role('reputationRegistry')
  const { agentId } = body
  const action = encodeSubmission(reputation, body)
  const about = clientOf(body, from)
  const read = await readIfReachable(chain, (describe) => ({
    giving: about ? null : givingCalls(describe, reputation, agentId, from),
    given: about && givenCalls(describe, reputation, agentId, about.client, about.index),
  }))
  const found = read && (read.value.giving ?? read.value.given)
  if (found && found.identityRegistry === null)
    throw new ApiError(
      'role_not_configured',
      `reputationRegistry ${reputation} does not answer as a reputation registry`,
    )
  return {
    action,
    issues: found?.identityRegistry
      ? [
          ...(found.agent ? givingIssues(found.agent, agentId) : []),
          ...(found.given && about ? givenIssues(found.given, agentId, about.client, about.index) : []),
          ...(found.given && body.action === 'revoke' ? revokedIssues(found.given, body.feedbackIndex) : []),
          ...registryIssues(found.identityRegistry, chain.config.contracts.identityRegistry),
        ]
      : [],
    warnings:
      found?.given?.isRevoked === true && body.action === 'respond' ? ['The client has revoked this feedback.'] : [],
    changes: [],
    asOf: read?.asOf,
    extra: { action: body.action, calldata: action.data },
  }
})

/** Whose feedback a submission is about, and which; null for new feedback. */
function clientOf(body: Submission, from: Address): { client: Address; index: bigint } | null {
  if (body.action === 'give') return null
  return { client: body.action === 'revoke' ? from : body.clientAddress, index: body.feedbackIndex }
}

function encodeSubmission(to: Address, body: Submission) {
  if (body.action === 'give') {
    const hash = contentHash(body.feedbackURI, body.feedbackHash, 'feedbackHash')
    return encodeGiveFeedback(to, { ...body, feedbackHash: hash })
  }
  if (body.action === 'revoke')
    return encodeStep({
      to,
      abi,
      functionName: 'revokeFeedback',
      args: [body.agentId, body.feedbackIndex],
      describe: (args) => registryTexts.revokeFeedback(to, args),
    })
  const hash = contentHash(body.responseURI, body.responseHash, 'responseHash')
  return encodeStep({
    to,
    abi,
    functionName: 'appendResponse',
    args: [body.agentId, body.clientAddress, body.feedbackIndex, body.responseURI, hash],
    describe: (args) => registryTexts.appendResponse(to, args),
  })
}
