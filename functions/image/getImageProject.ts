import type { ImageHandler } from './context.ts'
import { IMAGE_LIMITS, SHOWN_JOBS } from '../../schema/image/answers.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { describeAsset, describeJob, describeProject } from './describe.ts'
import { requireOwner } from './requireOwner.ts'

/** A project of the signed-in wallet with what is in it. Throws image_project_not_found, store_unavailable. */
export const getImageProject: ImageHandler<'getImageProject'> = async (
  { query: { projectId }, principal },
  { images, jobs, baseUrl },
) => {
  const owner = requireOwner(principal)
  const [project, assets, ofProject, usage] = await Promise.all([
    images.findProject(owner, projectId),
    images.assets(projectId),
    jobs.ofProject(projectId, SHOWN_JOBS),
    images.usage(owner),
  ])
  if (!project) throw new ApiError('image_project_not_found')
  return {
    data: {
      project: describeProject(project),
      assets: assets.map((asset) => describeAsset(asset, baseUrl)),
      jobs: ofProject.map(describeJob),
      usage: { ...usage, maxBytes: IMAGE_LIMITS.bytes },
    },
  }
}
