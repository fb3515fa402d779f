import * as z from 'zod'
import { askService, type ServiceRequest } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { jsonOrNothing } from '../text/json.ts'
import { type ArtifactProvider, type Content, type Place, StorageUnavailable } from './ArtifactProvider.ts'
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
 * then reading at `/<storage key>`. It is asked for no more than its own origin, and what it says must be of the form
 * that it documents (https://lens.xyz/docs/storage/usage/upload).
 */
export function createImmutableProvider({ apiUrl, chainId, gapMs = GAP_MS }: Options): ArtifactProvider {
  const base = apiUrl.replace(/(?<!\/)\/+$/, '')
  const toPlace = (storageKey: string): Place => ({
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

  async function upload(bytes: Uint8Array, contentType: string): Promise<Place> {
    const answer = await ask({
      path: `/?chain_id=${chainId}`,
      body: bytes,
      headers: { 'content-type': contentType },
      answers: [201, 202],
      maxBytes: MAX_ANSWER_BYTES,
    })
    const uploaded = Uploaded.safeParse(jsonOrNothing(answer.bytes))
    const place = uploaded.success ? toPlace(uploaded.data.storage_key) : undefined
    if (!place || uploaded.data?.uri !== place.uri || uploaded.data.gateway_url !== place.gatewayUrl)
      throw new StorageUnavailable('the immutable storage did not return an address of the bytes')
    return place
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
    placeOf: (storageKey) => (KEY.test(storageKey) ? toPlace(storageKey) : undefined),
    read,
    async put({ bytes, contentType }) {
      let place: Place | undefined
      const attempt = async (): Promise<Place> => {
        const there = (place ??= await upload(bytes, contentType))
        const found = await read(there.storageKey)
        if (found && equalBytes(found.bytes, bytes)) return there
        // What is not there yet is looked for again; what is something else is uploaded anew.
        if (found) place = undefined
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
