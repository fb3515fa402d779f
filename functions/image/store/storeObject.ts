import type { ImageStore } from './images.ts'
import type { CheckedImage } from '../files/CheckedImage.ts'
import type { ImageFiles } from './createImageFiles.ts'

/** An image whose file is stored, and which nothing refers to yet. */
export interface StoredObject extends Omit<CheckedImage, 'bytes'> {
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
