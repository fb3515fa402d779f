import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'
import { log } from '../log/log.ts'
import { logError } from '../log/logError.ts'
import { SingleFlight } from '../cache/SingleFlight.ts'
import type { ArtifactStore } from '../store/artifacts.ts'
import { sha256 as digestOf, equalBytes } from '../text/bytes.ts'
import { type ArtifactProvider, type Location, StorageUnavailable } from './ArtifactProvider.ts'
import { type ArtifactStorage, MAX_ARTIFACT_BYTES, type StorageResult, shownType } from './ArtifactStorage.ts'

interface Options {
  readonly provider: ArtifactProvider
  readonly artifacts: ArtifactStore
  /** Unix milliseconds. */
  readonly now: () => number
}

type Document = Parameters<ArtifactStorage['store']>[0]

/** New documents of one principal within a day, about: concurrent ones may be counted late. */
export const MOST_A_DAY = 500
const DAY_SECONDS = 86_400

/**
 * Stores documents at a provider, and remembers where. The same bytes are stored once: requests of an isolate share one
 * upload, later ones find its row, and where isolates race the first row wins.
 */
export function createArtifactStorage({ provider, artifacts, now }: Options): ArtifactStorage {
  const uploads = new SingleFlight<StorageResult>()

  async function settle(document: Document, contentType: string, sha256: string): Promise<StorageResult> {
    try {
      const location = await findOrPut(document, contentType, sha256)
      return {
        status: 'stored',
        artifact: { sha256: `0x${sha256}`, keccak256: keccak256(document.bytes), ...location },
      }
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) logError('warn', 'artifact_not_stored', error)
      else log('warn', 'artifact_not_stored', { provider: provider.name, cause: error.message })
      return unavailable(error instanceof StorageUnavailable ? error.message : 'the store did not answer; try again')
    }
  }

  async function findOrPut(document: Document, contentType: string, sha256: string): Promise<Location> {
    const { bytes, kind, createdBy } = document
    const at = Math.floor(now() / 1000)
    const key: Hex = `0x${sha256}`
    const { row, recent } = await artifacts.find(key, { createdBy, since: at - DAY_SECONDS, most: MOST_A_DAY })
    const known = row?.provider === provider.name ? provider.locationOf(row.storageKey) : undefined
    if (known) {
      const found = await provider.read(known.storageKey)
      if (found && equalBytes(found.bytes, bytes)) return known
    }
    if (recent >= MOST_A_DAY)
      throw new StorageUnavailable(`the caller has reached its limit of ${MOST_A_DAY} documents a day`)
    const location = await provider.put({ bytes, contentType, sha256 })
    const written = await artifacts.put(
      {
        sha256: key,
        keccak256: keccak256(bytes),
        kind,
        provider: provider.name,
        ...location,
        bytes: bytes.length,
        contentType,
        createdBy,
        createdAt: at,
      },
      row,
    )
    // Another isolate may have been first with the same bytes: there is one answer.
    return (written?.provider === provider.name ? provider.locationOf(written.storageKey) : undefined) ?? location
  }

  return {
    async store(document) {
      const contentType = shownType(document.contentType)
      if (contentType === undefined) return unavailable('documents of this content type are not stored')
      if (document.bytes.length > MAX_ARTIFACT_BYTES)
        return unavailable(`a document may have at most ${MAX_ARTIFACT_BYTES} bytes`)
      const sha256 = await digestOf(document.bytes)
      const joined = await uploads.join(sha256)
      if (joined) return joined.value
      const work = () => settle(document, contentType, sha256)
      // Others wait for it only if it goes on when the request that began it does not.
      return document.waitUntil ? uploads.run(sha256, work, { waitUntil: document.waitUntil }) : work()
    },
  }
}

const unavailable = (error: string): StorageResult => ({ status: 'unavailable', error })
