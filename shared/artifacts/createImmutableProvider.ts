import * as z from 'zod'
import { askService, type ServiceRequest } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { jsonOrNothing } from '../text/json.ts'
import { type ArtifactProvider, type Content, type Location, StorageUnavailable } from './ArtifactProvider.ts'
import { MAX_ARTIFACT_BYTES } from './ArtifactStorage.ts'
import { equalBytes } from '../text/bytes.ts'

interface Options {
  readonly apiUrl: string
  /** Chain whose retention policy applies. */
  readonly chainId: number
  /** Between two attempts; a second and a half when absent. */
  readonly gapMs?: number
}

const TIMEOUT_MS = 5000
const GAP_MS = 1500
const ATTEMPTS = 2
const MAX_ANSWER_BYTES = 16_384
/** Of hex digits as it is documented; nothing in it may change a path. */
const KEY = /^[A-Za-z0-9_-]{16,128}$/

/** One object, or a list of the one object that was uploaded: the provider has answered with both. */
const Upload = z.object({ storage_key: z.string().regex(KEY), uri: z.string(), gateway_url: z.string() })
const Uploaded = z.union([Upload, z.tuple([Upload]).transform(([only]) => only)])

/**
 * The immutable storage: one-step upload of bytes with their content type (`POST /?chain_id=…`, 201 stored or 202 accepted),
 * then reading at `/<storage key>`. Requests go to its own origin alone, and its answers must have the documented
 * form (https://lens.xyz/docs/storage/usage/upload).
 */
export function createImmutableProvider({ apiUrl, chainId, gapMs = GAP_MS }: Options): ArtifactProvider {
  const base = apiUrl.replace(/(?<!\/)\/+$/, '')
  const locate = (storageKey: string): Location => ({
    uri: `lens://${storageKey}`,
    gatewayUrl: `${base}/${storageKey}`,
    storageKey,
    statusUrl: `${base}/status/${storageKey}`,
  })
  const ask = (request: Omit<ServiceRequest, 'url' | 'provider'>) =>
    askService({ provider: 'immutableStorage', url: base, timeoutMs: TIMEOUT_MS, ...request }).catch(
      (error: unknown) => {
        throw error instanceof ProviderFailure && error.status !== undefined ? refused(error.status) : error
      },
    )

  async function upload(bytes: Uint8Array, contentType: string): Promise<Location> {
    const answer = await ask({
      path: `/?chain_id=${chainId}`,
      body: bytes,
      headers: { 'content-type': contentType },
      answers: [201, 202],
      maxBytes: MAX_ANSWER_BYTES,
    })
    const uploaded = Uploaded.safeParse(jsonOrNothing(answer.bytes))
    const location = uploaded.success ? locate(uploaded.data.storage_key) : undefined
    if (!location || uploaded.data?.uri !== location.uri || uploaded.data.gateway_url !== location.gatewayUrl)
      throw new StorageUnavailable('the immutable storage did not return an address of the bytes')
    return location
  }

  async function read(key: string): Promise<Content | undefined> {
    if (!KEY.test(key)) return undefined
    const accept = { accept: '*/*' }
    const answer = await ask({ path: `/${key}`, headers: accept, answers: [200, 404], maxBytes: MAX_ARTIFACT_BYTES })
    if (answer.status === 404) return undefined
    return { bytes: answer.bytes, contentType: answer.headers.get('content-type') ?? undefined }
  }

  return {
    name: 'immutable',
    locationOf: (storageKey) => (KEY.test(storageKey) ? locate(storageKey) : undefined),
    read,
    async put({ bytes, contentType }) {
      let location: Location | undefined
      const attempt = async (): Promise<Location> => {
        const there = (location ??= await upload(bytes, contentType))
        const found = await read(there.storageKey)
        if (found && equalBytes(found.bytes, bytes)) return there
        // A missing object is looked for again; another object in its location is uploaded again.
        if (found) location = undefined
        throw new StorageUnavailable(
          found ? 'the immutable storage serves other bytes than it was given' : 'the bytes cannot be read back yet',
        )
      }
      for (let left = ATTEMPTS - 1; left > 0; left--) {
        try {
          return await attempt()
        } catch (error) {
          if (error instanceof Refusal) throw error
          await new Promise((resolve) => setTimeout(resolve, gapMs))
        }
      }
      return attempt()
    },
  }
}

/** The provider does not want these bytes: sending them again changes nothing. */
class Refusal extends StorageUnavailable {}

const refused = (status: number): StorageUnavailable =>
  status >= 400 && status < 500 && status !== 408 && status !== 429
    ? new Refusal(`the immutable storage refused the bytes with ${status}`)
    : new StorageUnavailable(`the immutable storage answered ${status}; try again`)
