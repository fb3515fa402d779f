import { IMAGE_LIMITS } from '../../../schema/image/answers.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** There is no room for another image. */
export const noRoom = (): ApiError =>
  new ApiError(
    'image_limit_reached',
    `data: a project has room for ${IMAGE_LIMITS.assets} images, and all of a wallet for ${IMAGE_LIMITS.bytes} bytes, with what is kept free for jobs under way; delete a project first`,
  )
