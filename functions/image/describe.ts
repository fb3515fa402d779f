import type * as z from 'zod'
import type { ImageAsset, ImageJob, ImageProjectSummary } from '../../schema/image/answers.ts'
import type { JobRow } from './store/imageJobs.ts'
import type { AssetRow, StoredProject } from './store/images.ts'

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const describeProject = ({
  id,
  name,
  createdAt,
  updatedAt,
}: StoredProject): z.output<typeof ImageProjectSummary> => ({
  projectId: id,
  name,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
})

export const describeAsset = (
  { id, role, contentType, width, height, bytes, sha256, createdAt }: AssetRow,
  baseUrl: string,
): z.output<typeof ImageAsset> => ({
  assetId: id,
  role,
  contentType,
  width,
  height,
  bytes,
  sha256,
  url: `${baseUrl}/image/files/${id}`,
  createdAt: isoTime(createdAt),
})

export const describeJob = (job: JobRow): z.output<typeof ImageJob> => ({
  jobId: job.id,
  projectId: job.projectId,
  status: job.status,
  attempt: job.attempt,
  failure: job.status === 'failed' ? job.failure : null,
  resultAssetId: job.resultAssetId,
  createdAt: isoTime(job.createdAt),
  updatedAt: isoTime(job.updatedAt),
})
