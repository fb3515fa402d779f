import { ApiError } from '../../shared/errors/ApiError.ts'
import { log } from '../../shared/log/log.ts'
import type { ArtifactStore } from '../../shared/store/artifacts.ts'
import { stored } from '../../shared/store/stored.ts'
import { sha256 as digestOf } from '../../shared/text/bytes.ts'
import type { Content } from '../../shared/artifacts/ArtifactProvider.ts'
import type { Providers } from '../../shared/artifacts/createProviders.ts'

/** The bytes with a SHA-256 (64 hex digits), from any store. */
export type ReadArtifact = (sha256: string) => Promise<Content>

/**
 * Reads what was stored, and checks it against its hash. The function throws artifact_not_found; store_unavailable when
 * a store cannot be read, or has something else under the hash.
 */
export const createArtifactReader =
  ({ r2, immutable }: Providers, artifacts: ArtifactStore): ReadArtifact =>
  async (sha256) => {
    const inBucket = await stored(() => r2.read(sha256))
    if (inBucket && (await digestOf(inBucket.bytes)) === sha256) return inBucket
    const { row } = await stored(() => artifacts.find(`0x${sha256}`))
    const elsewhere = row?.provider === 'immutable' ? await stored(() => immutable.read(row.storageKey)) : undefined
    if (row && elsewhere && (await digestOf(elsewhere.bytes)) === sha256)
      return { bytes: elsewhere.bytes, contentType: row.contentType }
    if (!inBucket && !elsewhere) throw new ApiError('artifact_not_found')
    log('error', 'artifact_damaged', { sha256, provider: elsewhere ? 'immutable' : 'r2' })
    throw new ApiError('store_unavailable')
  }
