import { IMAGE_LIMITS } from '../../../schema/image/answers.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** There is no room for another image. */
export const limitReached = (): ApiError =>
  new ApiError(
    'image_limit_reached',
    `data: a project may have ${IMAGE_LIMITS.assets} images and a wallet ${IMAGE_LIMITS.bytes} bytes, including the space reserved for running jobs; delete a project first`,
  )
