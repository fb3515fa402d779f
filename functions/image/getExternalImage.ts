import type { ImageHandler } from './context.ts'
import { MAX_EXTERNAL_BYTES } from '../../schema/image/files.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { USER_AGENT } from '../../shared/outside/askUrl.ts'
import type { OutsideResult } from '../../shared/outside/ReadOutside.ts'
import { checkExternalImage } from './files/checkImage.ts'
import { ImageFault } from './files/ImageFault.ts'
import { IMAGE_HEADERS } from './imageHeaders.ts'

const BOUNDS = {
  maxBytes: MAX_EXTERNAL_BYTES,
  milliseconds: 8000,
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.8',
  allowsHttp: true,
}
const HEADERS = { ...IMAGE_HEADERS, 'cache-control': 'public, max-age=3600' }
/** Content types of images; servers send `octet-stream` for an image of unknown type. */
const TYPES = /^\s*(image\/(png|jpe?g|pjpeg|webp|avif|gif|x-png)|(application|binary)\/octet-stream)\s*(;|$)/i

/**
 * An image of another site, fetched by the guarded reader, checked, and without its metadata. Throws image_url_refused,
 * image_not_found, image_malformed, image_not_supported, image_too_large, image_unreachable, image_timeout, upload_busy.
 */
export const getExternalImage: ImageHandler<'getExternalImage'> = async (
  { query: { url }, request },
  { externalSlots, readOutside },
) => {
  // A site that redirects here would have this service ask itself without end.
  if (request.headers.get('user-agent') === USER_AGENT)
    throw new ApiError('image_url_refused', 'url: must not lead to this service itself')
  const leave = externalSlots.take()
  if (!leave) throw new ApiError('upload_busy')
  try {
    const read = await readOutside(url, BOUNDS)
    if (!read.ok) throw unread(read)
    if (read.contentType !== null && !TYPES.test(read.contentType))
      throw new ApiError(
        'image_not_supported',
        'url: its server must declare the content type of a PNG, JPEG, WebP, AVIF or GIF',
      )
    const { bytes, contentType } = await checkExternalImage(read.bytes)
    return { bytes, type: contentType, headers: HEADERS }
  } catch (error) {
    throw error instanceof ImageFault ? new ApiError(error.code, `url: the file ${error.message}`) : error
  } finally {
    leave()
  }
}

/** Why nothing was read, in the terms of the catalogue. */
function unread({ failure, detail }: Extract<OutsideResult, { ok: false }>): ApiError {
  if (failure === 'refused') return new ApiError('image_url_refused', `url: ${detail}`)
  if (failure === 'not_found') return new ApiError('image_not_found', `url: ${detail}`)
  if (failure === 'timeout') return new ApiError('image_timeout')
  if (failure === 'too_large')
    return new ApiError('image_too_large', `url: the image must have at most ${MAX_EXTERNAL_BYTES} bytes`)
  return new ApiError('image_unreachable', `url: ${detail}`)
}
