import { getAbiItem, hexToBytes, toEventSelector, type Address, type Hash, type Hex } from 'viem'
import type { IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { SIZES } from '../../../shared/domain/agents/Feedback.ts'
import type { FeedbackChanges } from '../store/feedbackProjection.ts'
import { RATING_DECIMALS } from '../../../shared/store/sortable.ts'
import { reputationRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'

/** Hex characters of a log's data that are enough for a NewFeedback with texts of these sizes. */
export const DATA_CHARACTERS = 2 + 2 * 32 * 8 + 2 * (2 * SIZES.tag + SIZES.endpoint + SIZES.uri + 4 * 64)

const topicOf = (name: 'NewFeedback' | 'FeedbackRevoked' | 'ResponseAppended'): Hex =>
  toEventSelector(getAbiItem({ abi: reputationRegistryAbi, name }))

const INT128 = 1n << 127n

/**
 * Changes by logs of an ERC-8004 reputation registry, oldest first. Their data may have been cut: it is read up to the
 * bounds above and no further. An event that the standard does not allow (more than 18 decimals, an index over 2^53) is
 * left out.
 */
export function readFeedbackEvents(logs: readonly IndexedLog[]): FeedbackChanges {
  const [GIVEN, REVOKED, RESPONDED] = [topicOf('NewFeedback'), topicOf('FeedbackRevoked'), topicOf('ResponseAppended')]
  const changes: FeedbackChanges = { given: [], revoked: [], responses: [] }
  for (const log of logs) {
    const [event, agent, client, third] = log.topics
    if (!agent || !client) continue
    const of = { agentId: BigInt(agent).toString(), client: addressOf(client) }
    const at = { blockNumber: log.blockNumber, logIndex: log.logIndex, blockTime: log.blockTime, txHash: log.txHash }
    if (event === GIVEN) {
      const given = readGiven(log.data)
      if (given) changes.given.push({ ...of, ...given, ...at })
    } else if (event === REVOKED && third) {
      const feedbackIndex = indexOf(BigInt(third))
      if (feedbackIndex !== null)
        changes.revoked.push({ ...of, feedbackIndex, block: log.blockNumber, time: log.blockTime })
    } else if (event === RESPONDED && third) {
      const feedbackIndex = indexOf(word(log.data, 0))
      const responseUri = text(log.data, 1, SIZES.uri)
      const responseHash = hashAt(log.data, 2)
      if (feedbackIndex !== null)
        changes.responses.push({ ...of, feedbackIndex, responder: addressOf(third), responseUri, responseHash, ...at })
    }
  }
  return changes
}

function readGiven(data: Hex) {
  const feedbackIndex = indexOf(word(data, 0))
  const unsigned = word(data, 1)
  const value = unsigned >= 1n << 255n ? unsigned - (1n << 256n) : unsigned
  const valueDecimals = word(data, 2)
  if (feedbackIndex === null || valueDecimals > RATING_DECIMALS || value >= INT128 || value < -INT128) return null
  const [tag1, tag2] = [text(data, 3, SIZES.tag), text(data, 4, SIZES.tag)]
  const [endpoint, feedbackUri] = [text(data, 5, SIZES.endpoint), text(data, 6, SIZES.uri)]
  const omitted = Object.entries({ tag1, tag2, endpoint, feedbackUri }).flatMap(([name, found]) =>
    found === null ? [name] : [],
  )
  return {
    feedbackIndex,
    value,
    valueDecimals: Number(valueDecimals),
    tag1: tag1 ?? text(data, 3, SIZES.tag, 'cut') ?? '',
    tag2: tag2 ?? text(data, 4, SIZES.tag, 'cut') ?? '',
    endpoint,
    feedbackUri,
    feedbackHash: hashAt(data, 7),
    omitted,
  }
}

const addressOf = (topic: Hex): Address => `0x${topic.slice(26).toLowerCase()}`

/** The `n`th word of the data; 0 beyond its end. */
const word = (data: Hex, n: number): bigint => BigInt(`0x${data.slice(2 + 64 * n, 66 + 64 * n) || '0'}`)

const hashAt = (data: Hex, n: number): Hash =>
  `0x${data
    .slice(2 + 64 * n, 66 + 64 * n)
    .padEnd(64, '0')
    .toLowerCase()}`

const indexOf = (value: bigint): number | null => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null)

/**
 * The string whose offset is the `n`th word (ABI specification, "Formal Specification of the Encoding"); null if it is
 * longer than `most` bytes or goes beyond the data, or with 'cut' what there is of it.
 */
function text(data: Hex, n: number, most: number, mode?: 'cut'): string | null {
  const from = 2 + 2 * Number(word(data, n))
  if (!(from + 64 <= data.length)) return mode === 'cut' ? '' : null
  const length = BigInt(`0x${data.slice(from, from + 64)}`)
  const end = from + 64 + 2 * (length > most ? most : Number(length))
  if (mode !== 'cut' && (length > most || end > data.length)) return null
  const bytes = hexToBytes(`0x${data.slice(from + 64, Math.min(end, data.length - (data.length % 2)))}`)
  // SQLite's texts end at a null character.
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD')
}
