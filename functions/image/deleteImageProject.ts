import type { ImageHandler } from './context.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { requireOwner } from './requireOwner.ts'

/**
 * Deletes a project of the signed-in wallet with what is in it; files that nothing else refers to go with the schedule.
 * Throws image_project_not_found, store_unavailable.
 */
export const deleteImageProject: ImageHandler<'deleteImageProject'> = async (
  { body: { projectId }, principal },
  { images, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const answer = { data: { projectId } }
  if (!(await images.deleteProject(requireOwner(principal), projectId, seconds, answer)))
    throw new ApiError('image_project_not_found')
  return answer
}
