import { ApiError } from '../../../shared/errors/ApiError.ts'
import { within } from '../../../shared/http/within.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { ImageStore } from './images.ts'
import type { CheckedImage } from '../files/CheckedImage.ts'

/** The files of images in the bucket, by the ids of their objects. Every method throws store_unavailable. */
export interface ImageFiles {
  /** Stores a file; the bucket compares it with its SHA-256. */
  put(objectId: string, file: { readonly bytes: Uint8Array; readonly sha256: string }): Promise<void>
  /** The stored bytes as a stream; null if there is no object. */
  open(objectId: string): Promise<ReadableStream<Uint8Array> | null>
  /** The same in memory. */
  read(objectId: string): Promise<Uint8Array | null>
  delete(objectId: string): Promise<void>
}

/** Operations of a bucket cannot be aborted: one that takes too long is left alone. */
const TIMEOUT_MS = 20_000

export function createImageFiles(bucket: R2Bucket): ImageFiles {
  /** Documents that anybody may read are under the bare hash of their bytes: no key of theirs is one of these. */
  const keyOf = (objectId: string): string => `images/${objectId}`
  return {
    async put(objectId, { bytes, sha256 }) {
      const put = await inTime(() => bucket.put(keyOf(objectId), bytes, { sha256 }))
      if (!put) throw new ApiError('store_unavailable')
    },
    open: async (objectId) => (await inTime(() => bucket.get(keyOf(objectId))))?.body ?? null,
    async read(objectId) {
      const object = await inTime(() => bucket.get(keyOf(objectId)))
      return object && new Uint8Array(await inTime(() => object.arrayBuffer()))
    },
    delete: (objectId) => inTime(() => bucket.delete(keyOf(objectId))),
  }
}

async function inTime<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await within(TIMEOUT_MS, ask())
  } catch (error) {
    logError('warn', 'image_store_unavailable', error)
    throw new ApiError('store_unavailable')
  }
}

/** An image whose file is stored, and which nothing refers to yet. */
interface StoredObject extends Omit<CheckedImage, 'bytes'> {
  readonly objectId: string
  readonly sha256: string
  readonly bytes: number
}

/**
 * Stores the file of an image. The same bytes are kept once, but are always sent to the bucket: how long it takes says
 * nothing about what others have. `sha256` is that of the bytes, `now` in unix seconds. Throws store_unavailable.
 */
export async function storeObject(
  { bytes, sha256, ...image }: CheckedImage & { readonly sha256: string },
  { images, files, now }: { images: ImageStore; files: ImageFiles; now: number },
): Promise<StoredObject> {
  const objectId = await images.openObject(sha256, now)
  await files.put(objectId, { bytes, sha256 })
  return { ...image, sha256, objectId, bytes: bytes.length }
}
