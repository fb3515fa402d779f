import { createHash } from 'node:crypto'

/** How a Worker's own calls of its bucket end: with an exception, never, or finding nothing. */
export type BucketFault = 'throw' | 'hang' | 'forget'

interface Stored {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly httpMetadata: { readonly contentType?: string }
}

interface PutOptions {
  readonly sha256?: string
  readonly httpMetadata?: { readonly contentType?: string }
  readonly onlyIf?: { readonly etagDoesNotMatch?: string }
}

/** A bucket in memory, as far as ours use R2, and what a test does with it: that never fails, and is not counted. */
export function openBucket() {
  const stored = new Map<string, Stored>()
  let fault: BucketFault | undefined
  let calls: Record<string, number> = {}
  async function reached<T>(name: string, work: () => T | Promise<T>, nothing: T): Promise<T> {
    calls[name] = (calls[name] ?? 0) + 1
    if (fault === 'throw') throw new Error('the bucket is out of reach')
    if (fault === 'hang') return new Promise(() => {})
    if (fault === 'forget' && name === 'get') return nothing
    return work()
  }
  const bucket = {
    get: (key: string) =>
      reached(
        'get',
        () => {
          const found = stored.get(key)
          return found ? objectOf(found) : null
        },
        null,
      ),
    put: (key: string, body: BodyInit, { sha256, httpMetadata = {}, onlyIf }: PutOptions = {}) =>
      reached(
        'put',
        async () => {
          const bytes = new Uint8Array(await new Response(body).arrayBuffer())
          if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
            throw new Error('put: The SHA-256 checksum you specified did not match what we received. (10037)')
          if (onlyIf?.etagDoesNotMatch === '*' && stored.has(key)) return null
          stored.set(key, { bytes, httpMetadata })
          return { key, size: bytes.length }
        },
        null,
      ),
    delete: (key: string) => reached('delete', () => void stored.delete(key), undefined),
  }
  return {
    bucket,
    /** Access for tests. */
    ofTest: {
      async get(key: string) {
        const found = stored.get(key)
        return found ? { bytes: found.bytes, contentType: found.httpMetadata.contentType } : null
      },
      async put(key: string, content: Uint8Array | string, contentType?: string) {
        const bytes = Uint8Array.from(Buffer.from(content))
        stored.set(key, { bytes, httpMetadata: contentType === undefined ? {} : { contentType } })
      },
      async delete(key: string) {
        stored.delete(key)
      },
      async fail(how: BucketFault | undefined) {
        fault = how
      },
      calls: async () => calls,
    },
  }
}

const objectOf = ({ bytes, httpMetadata }: Stored) => ({
  size: bytes.length,
  httpMetadata,
  get body() {
    return new Blob([bytes]).stream()
  },
  arrayBuffer: async () => bytes.slice().buffer,
})
