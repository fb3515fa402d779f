import type { ImageHandler } from './context.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { log } from '../../shared/log/log.ts'
import { IMAGE_HEADERS } from './imageHeaders.ts'

const HEADERS = {
  ...IMAGE_HEADERS,
  // Private: shared caches must not keep a file that may be deleted.
  'cache-control': 'private, max-age=3600',
  vary: 'Accept',
}

/** The file of an image, as it comes from the bucket. Throws image_not_found, store_unavailable. */
export const getImageFile: ImageHandler<'getImageFile'> = async (
  { params: { assetId }, request },
  { images, files },
) => {
  const asset = await images.findAsset(assetId)
  if (!asset) throw new ApiError('image_not_found', 'assetId: no image has this id')
  const { contentType, width, height, bytes, objectId } = asset
  if (request.headers.get('accept')?.includes('application/json'))
    return { data: { contentType, width, height, bytes }, headers: HEADERS }
  if (request.method === 'HEAD') return { bytes: '', type: contentType, headers: HEADERS }
  const stream = await files.open(objectId)
  if (!stream) {
    log('error', 'image_file_missing', { objectId })
    throw new ApiError('store_unavailable')
  }
  return { stream, type: contentType, headers: HEADERS }
}
