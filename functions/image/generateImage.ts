import type { ImageHandler } from './context.ts'
import { IMAGE_LIMITS } from '../../schema/image/answers.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { JobRow, NewJob } from './store/imageJobs.ts'
import type { AssetRow } from './store/images.ts'
import { describeJob } from './describe.ts'
import { requireOwner } from './requireOwner.ts'

/** Formats that generators take. */
const EDITED = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Enqueues a job, once per requestId, which the schedule takes: a generator needs longer than a Worker may go on after its
 * answer. Throws image_provider_not_configured, image_project_not_found, image_asset_not_found, image_not_supported,
 * image_limit_reached, idempotency_conflict, store_unavailable.
 */
export const generateImage: ImageHandler<'generateImage'> = async (
  { body: { projectId, requestId = crypto.randomUUID(), ...body }, principal },
  { images, jobs, provider, now },
) => {
  if (!provider) throw new ApiError('image_provider_not_configured')
  const owner = requireOwner(principal)
  const wanted: NewJob = {
    instruction: body.instruction,
    stylePreset: body.stylePreset ?? null,
    brandContext: JSON.stringify(body.brandContext),
    frameAssetId: body.frameAssetId ?? null,
    subjectAssetId: body.subjectAssetId ?? null,
  }
  const { frameAssetId, subjectAssetId } = wanted
  const [project, earlier, frame, subject] = await Promise.all([
    images.findProject(owner, projectId),
    jobs.findRequest(projectId, requestId),
    frameAssetId === null ? null : images.findAsset(frameAssetId),
    subjectAssetId === null ? null : images.findAsset(subjectAssetId),
  ])
  if (!project) throw new ApiError('image_project_not_found')
  if (earlier) return answerOf(requireSame(earlier, wanted))
  if (frameAssetId !== null) requireSource(frame, { projectId, role: 'frame' })
  if (subjectAssetId !== null) requireSource(subject, { projectId, role: 'subject' })
  const job = await jobs.enqueue({ owner, projectId, requestId }, wanted, Math.floor(now() / 1000), answerOf)
  if (job) return answerOf(requireSame(job, wanted))
  // Unless somebody has deleted the project meanwhile, a limit was in the way.
  throw (await images.findProject(owner, projectId)) ? limitReached() : new ApiError('image_project_not_found')
}

const answerOf = (job: JobRow) => ({ data: describeJob(job) })

const limitReached = (): ApiError =>
  new ApiError(
    'image_limit_reached',
    `jobs: a wallet may have ${IMAGE_LIMITS.jobsUnderWay} running jobs and ${IMAGE_LIMITS.jobsADay} jobs in 24 hours, and needs free space for the results; wait, or delete a project`,
  )

function requireSame(job: JobRow, wanted: NewJob): JobRow {
  const { instruction, stylePreset, brandContext, frameAssetId, subjectAssetId } = job
  const before: NewJob = { instruction, stylePreset, brandContext, frameAssetId, subjectAssetId }
  if (JSON.stringify(before) !== JSON.stringify(wanted))
    throw new ApiError(
      'idempotency_conflict',
      'requestId: was used for a job of this project with different content; use a new requestId',
    )
  return job
}

function requireSource(
  asset: AssetRow | null,
  { projectId, role }: { projectId: string; role: 'frame' | 'subject' },
): void {
  if (asset?.projectId !== projectId || asset.role !== role)
    throw new ApiError(
      'image_asset_not_found',
      `${role}AssetId: must be an image of this project with the role ${role}`,
    )
  if (!EDITED.includes(asset.contentType))
    throw new ApiError(
      'image_not_supported',
      `${role}AssetId: must be a PNG, JPEG or WebP, not ${asset.contentType}; the generator accepts no other types`,
    )
}
