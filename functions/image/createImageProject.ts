import type { ImageHandler } from './context.ts'
import { IMAGE_LIMITS } from '../../schema/image/answers.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { describeProject } from './describe.ts'
import { requireOwner } from './requireOwner.ts'
import type { StoredProject } from './store/images.ts'

/**
 * Begins a project of the signed-in wallet, once per requestId. Throws idempotency_conflict, image_limit_reached,
 * store_unavailable.
 */
export const createImageProject: ImageHandler<'createImageProject'> = async (
  { body: { name, requestId = crypto.randomUUID() }, principal },
  { images, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const project = await images.createProject(requireOwner(principal), { name, requestId, now: seconds }, answerOf)
  if (!project)
    throw new ApiError(
      'image_limit_reached',
      `projects: this wallet has the maximum of ${IMAGE_LIMITS.projects}; delete one first`,
    )
  if (project.name !== name)
    throw new ApiError(
      'idempotency_conflict',
      'requestId: was used for a project with a different name; use a new requestId',
    )
  return answerOf(project)
}

const answerOf = (project: StoredProject) => ({ data: describeProject(project) })
