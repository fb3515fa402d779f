import type { ImageHandler } from './context.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { describeJob } from './describe.ts'
import { requireOwner } from './requireOwner.ts'

/** A job of the signed-in wallet. Throws image_job_not_found, store_unavailable. */
export const getImageJobStatus: ImageHandler<'getImageJobStatus'> = async (
  { query: { jobId }, principal },
  { jobs },
) => {
  const job = await jobs.find(requireOwner(principal), jobId)
  if (!job) throw new ApiError('image_job_not_found')
  return { data: describeJob(job) }
}
