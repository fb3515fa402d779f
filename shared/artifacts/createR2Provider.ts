import { type ArtifactProvider, type Content, type Location, StorageUnavailable } from './ArtifactProvider.ts'
import { MAX_ARTIFACT_BYTES } from './ArtifactStorage.ts'
import { equalBytes } from '../text/bytes.ts'

interface Options {
  readonly bucket: R2Bucket
  /** Public base URL of the API, ending in /api: getSocialArtifact serves what is stored here. */
  readonly baseUrl: string
  /** How long one operation of the bucket may take; five seconds when absent. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5000
const KEY = /^[0-9a-f]{64}$/

/** An R2 bucket in which the key of an object is the SHA-256 of its bytes. */
export function createR2Provider({ bucket, baseUrl, timeoutMs = TIMEOUT_MS }: Options): ArtifactProvider {
  const locate = (storageKey: string): Location => {
    const url = `${baseUrl}/social/artifacts/${storageKey}`
    return { uri: url, gatewayUrl: url, storageKey, statusUrl: null }
  }

  async function read(key: string): Promise<Content | undefined> {
    const object = await inTime(timeoutMs, bucket.get(key))
    if (!object) return undefined
    const { contentType } = object.httpMetadata ?? {}
    // Nothing that long was stored here: without its bytes it fails every comparison.
    if (object.size > MAX_ARTIFACT_BYTES) {
      await object.body.cancel()
      return { bytes: new Uint8Array(), contentType }
    }
    return { bytes: new Uint8Array(await inTime(timeoutMs, object.arrayBuffer())), contentType }
  }

  return {
    name: 'r2',
    locationOf: (storageKey) => (KEY.test(storageKey) ? locate(storageKey) : undefined),
    read,
    async put({ bytes, contentType, sha256 }) {
      const options = { sha256, httpMetadata: { contentType } }
      const isThere = async () => {
        const found = await read(sha256)
        return found !== undefined && equalBytes(found.bytes, bytes)
      }
      // R2 compares the checksum itself, and writes nothing over an object that is there.
      await inTime(timeoutMs, bucket.put(sha256, bytes, { ...options, onlyIf: { etagDoesNotMatch: '*' } }))
      if (await isThere()) return locate(sha256)
      // Something else is in its location, which no write of ours can have put there.
      await inTime(timeoutMs, bucket.put(sha256, bytes, options))
      if (await isThere()) return locate(sha256)
      throw new StorageUnavailable('the store did not return the stored bytes')
    },
  }
}

/** Operations of a bucket cannot be aborted: one that takes too long is left alone. */
function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const isLate = () => reject(new StorageUnavailable('the store did not answer in time; try again'))
    AbortSignal.timeout(milliseconds).addEventListener('abort', isLate, { once: true })
  })
  return Promise.race([work, late])
}
