import type { image } from '../../schema/image/index.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { ImageContext } from './context.ts'
import { requireOwner } from './requireOwner.ts'

/**
 * Deletes a project of the signed-in wallet with what is in it; files that nothing else refers to go with the schedule.
 * Throws image_project_not_found, store_unavailable.
 */
export const deleteImageProject: Handler<typeof image.deleteImageProject, ImageContext> = async (
  { body: { projectId }, principal },
  { images, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const answer = { data: { projectId } }
  if (!(await images.deleteProject(requireOwner(principal), projectId, seconds, answer)))
    throw new ApiError('image_project_not_found')
  return answer
}
