import { keccak256 } from 'viem/utils'
import type * as z from 'zod'
import { FeedbackFile, type FeedbackPayload } from '../../schema/agents/feedbackFile.ts'
import { senderOf } from '../../shared/calldata/defineBuilder.ts'
import { feedbackFile } from '../../shared/domain/agents/feedbackFile.ts'
import { requestScope } from '../../shared/log/requestScope.ts'
import type { StorageResult } from '../../shared/artifacts/ArtifactStorage.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import type { SocialHandler } from './context.ts'

type Data = z.output<typeof FeedbackPayload>

/**
 * Builds the feedback file of ERC-8004 as canonical JSON, once: these bytes are hashed (feedbackHash) and stored. Reads
 * nothing from the chain. Throws role_not_configured.
 */
export const buildSocialFeedbackPayload: SocialHandler<'buildSocialFeedbackPayload'> = async (
  { body, principal, waitUntil },
  { chain, storage, now },
) => {
  const identityRegistry = chain.role('identityRegistry')
  // A request that was cut off and is repeated under its key builds the same file.
  const requestedAt = (requestScope.getStore()?.ticket?.requestedAt ?? Math.floor(now() / 1000)) * 1000
  const { store, clientAddress, createdAt = new Date(requestedAt).toISOString().replace('.000Z', 'Z'), ...given } = body
  const file = feedbackFile(given, {
    chainId: chain.config.chainId,
    identityRegistry,
    clientAddress: senderOf(principal, clientAddress),
    createdAt,
  })
  const canonical = canonicalJson(file)
  const bytes = new TextEncoder().encode(canonical)
  const createdBy = senderOf(principal, undefined)
  const result = store
    ? await storage.store({ bytes, contentType: 'application/json', kind: 'feedback', createdBy, waitUntil })
    : undefined
  const location = whereOf(result)
  const feedbackHash = keccak256(bytes)
  return {
    data: {
      payload: FeedbackFile.parse(JSON.parse(canonical)),
      canonical,
      feedbackHash,
      ...location,
      next: nextOf(given, feedbackHash, location.feedbackURI),
      warnings: warningsOf(given),
    },
  }
}

type Where = Pick<Data, 'feedbackURI' | 'gatewayUrl' | 'storageKey' | 'statusUrl' | 'storageStatus' | 'storageError'>

function whereOf(result: StorageResult | undefined): Where {
  if (result?.status === 'stored') {
    const { uri: feedbackURI, gatewayUrl, storageKey, statusUrl } = result.artifact
    return { feedbackURI, gatewayUrl, storageKey, statusUrl, storageStatus: 'stored', storageError: null }
  }
  return {
    feedbackURI: null,
    gatewayUrl: null,
    storageKey: null,
    statusUrl: null,
    storageStatus: result ? 'unavailable' : 'skipped',
    storageError: result?.error ?? null,
  }
}

type Given = Parameters<typeof feedbackFile>[0]

/** The call that brings the feedback on chain. */
function nextOf(given: Given, feedbackHash: string, feedbackURI: string | null): Data['next'] {
  const { agentId, value, valueDecimals, tag1, tag2, endpoint } = given
  const tags = Object.entries({ tag1, tag2, endpoint }).filter(([, text]) => text !== undefined)
  return {
    operationId: 'submitAgentFeedback',
    method: 'POST',
    path: '/v1/agents/feedback/submit',
    body: {
      action: 'give',
      agentId,
      value,
      valueDecimals,
      ...Object.fromEntries(tags),
      ...(feedbackURI === null ? {} : { feedbackURI }),
      feedbackHash,
    },
    note:
      feedbackURI === null
        ? 'Publish the text in `canonical` unchanged, and add its URI to the body as `feedbackURI`.'
        : null,
  }
}

/** Lengths that submitAgentFeedback takes. */
const ON_CHAIN = { tag1: 64, tag2: 64, endpoint: 320 }

const warningsOf = (given: Given): string[] =>
  (['tag1', 'tag2', 'endpoint'] as const).flatMap((name) =>
    (given[name]?.length ?? 0) > ON_CHAIN[name]
      ? [`${name} is longer than the ${ON_CHAIN[name]} characters that submitAgentFeedback takes.`]
      : [],
  )
