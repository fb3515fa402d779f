import type * as z from 'zod'
import type { StoredDocument } from '../../../schema/storage.ts'
import type { AgentRecords } from '../../store/agentRecords.ts'
import type { ArtifactStorage } from '../../artifacts/ArtifactStorage.ts'
import { sha256 } from '../../text/bytes.ts'
import { agentKey, type CanonicalAgent } from './canonicalAgent.ts'
import { registrationBytes } from './uriPolicy.ts'

/** Result of storing the file: `storageFields` of the contract. */
export interface Storing {
  readonly storageStatus: 'stored' | 'unavailable' | 'skipped'
  readonly storage?: z.output<typeof StoredDocument>
  readonly storageError?: string
}

interface Stores {
  readonly storage: ArtifactStorage
  readonly records: AgentRecords
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * Stores the registration file permanently, unless it equals the last stored one. The file has no time, so it only changes
 * with its content. A failure of the storage is returned, not thrown. Throws store_unavailable if the record cannot be kept.
 */
export async function storeRegistration(
  agent: CanonicalAgent,
  createdBy: string,
  { storage, records, now }: Stores,
): Promise<Storing & { readonly changed: boolean }> {
  const payloadHash = await hashOf(agent)
  const before = await records.published(agentKey(agent))
  if (before?.payloadHash === payloadHash) {
    const { storageUri: uri, gatewayUrl, storageKey, statusUrl } = before
    return { storageStatus: 'stored', storage: { uri, gatewayUrl, storageKey, statusUrl }, changed: false }
  }
  const bytes = registrationBytes(agent)
  const result = await storage.store({ bytes, contentType: 'application/json', kind: 'registration', createdBy })
  if (result.status === 'unavailable')
    return { storageStatus: 'unavailable', storageError: result.error, changed: before !== null }
  const { uri, gatewayUrl, storageKey, statusUrl } = result.artifact
  const updatedAt = Math.floor(now() / 1000)
  await records.keepPublished(agentKey(agent), {
    payloadHash,
    storageUri: uri,
    gatewayUrl,
    storageKey,
    statusUrl,
    updatedAt,
  })
  return { storageStatus: 'stored', storage: { uri, gatewayUrl, storageKey, statusUrl }, changed: true }
}

/** SHA-256 of the canonical JSON of the registration file, as 0x and 64 hex digits. */
export const hashOf = async (agent: CanonicalAgent): Promise<string> => `0x${await sha256(registrationBytes(agent))}`
