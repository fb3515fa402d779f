import type { Address } from 'viem'
import { keccak256 } from 'viem/utils'
import type { Issue } from '../../../schema/issues.ts'
import { FeedbackFile } from '../../../schema/agents/feedbackFile.ts'
import type { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import type { ArtifactStorage } from '../../../shared/artifacts/ArtifactStorage.ts'
import type { Simulate } from '../../../shared/calldata/createSimulator.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { feedbackFile } from '../../../shared/domain/agents/feedbackFile.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import { encodeGiveFeedback } from '../identity/encodeGiveFeedback.ts'
import type { paymasterOf } from '../paymasterOf.ts'
import type { Judgement } from './judge.ts'

interface Reviewed {
  readonly reputationRegistry: Address
  readonly identityRegistry: Address
  readonly agentId: bigint
  readonly judgement: Judgement
  readonly endpoint: string
  readonly capability: string | undefined
  /** Client of the feedback on chain. */
  readonly from: Address
  readonly createdBy: Address
  readonly createdAt: string
  readonly issues: Issue[]
  readonly asOf: AsOf
}

interface Making {
  readonly chain: Chain
  readonly simulate: Simulate
  readonly paymasterOf?: ReturnType<typeof paymasterOf>
  readonly storage: ArtifactStorage
  readonly waitUntil: WaitUntil
}

/** ERC-8004's tag of ratings from 0 to 100, and what this one rates. */
const TAGS = { tag1: 'starred', tag2: 'technical-review' }
/** A star of a review, of five, in a rating. */
const STAR = 20
/** Characters of `reasoning` in a feedback file. */
const MOST_REASONING = 8000

/** The feedback that a review is: its file, stored, and the unsigned call that gives it. */
export async function feedbackOf(
  { reputationRegistry, identityRegistry, agentId, judgement, endpoint, from, createdBy, ...given }: Reviewed,
  context: Making,
): Promise<FeedbackReview['feedback']> {
  const { chain, storage, waitUntil } = context
  const { score, reasoning } = judgement
  const rating = { value: BigInt(score.value * STAR), valueDecimals: 0, ...TAGS }
  const file = feedbackFile(
    {
      agentId: Number(agentId),
      ...rating,
      value: String(rating.value),
      reasoning: reasoning.slice(0, MOST_REASONING),
      ...(endpoint === '' ? {} : { endpoint }),
      ...(given.capability === undefined ? {} : { capability: given.capability }),
    },
    { chainId: chain.config.chainId, identityRegistry, clientAddress: from, createdAt: given.createdAt },
  )
  const canonical = canonicalJson(file)
  const bytes = new TextEncoder().encode(canonical)
  const feedbackHash = keccak256(bytes)
  const result = await storage.store({ bytes, contentType: 'application/json', kind: 'feedback', createdBy, waitUntil })
  const artifact = result.status === 'stored' ? result.artifact : null
  const action = encodeGiveFeedback(reputationRegistry, {
    agentId,
    ...rating,
    endpoint,
    feedbackURI: artifact?.uri ?? '',
    feedbackHash,
  })
  const { data } = await unsignedCall(
    {
      from,
      action,
      issues: given.issues,
      warnings: artifact
        ? []
        : ['The feedback file is not stored. Publish the text of `canonical` yourself, byte for byte.'],
      changes: [],
      asOf: given.asOf,
      extra: {
        calldata: action.data,
        payload: FeedbackFile.parse(JSON.parse(canonical)),
        canonical,
        feedbackHash,
        feedbackURI: artifact?.uri ?? null,
        gatewayUrl: artifact?.gatewayUrl ?? null,
        storageStatus: result.status,
        storageError: result.status === 'stored' ? null : result.error,
        submission: { action: 'giveFeedback' as const },
      },
    },
    context,
  )
  return data
}
