import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { log } from '../../../shared/log/log.ts'
import { logError } from '../../../shared/log/logError.ts'
import { sha256 as digestOf } from '../../../shared/text/bytes.ts'
import type { JobFailure, JobRow } from '../store/imageJobs.ts'
import { checkImage } from '../files/checkImage.ts'
import { ImageFault } from '../files/ImageFault.ts'
import type { ImageContext } from '../context.ts'
import type { ImageProvider, Source } from '../provider/createImageProvider.ts'
import { storeObject } from '../store/createImageFiles.ts'
import * as z from 'zod'

const Context = z.array(z.string())

/** The prompt for the generator: the instruction, then the style and the notes about the brand. */
function promptOf({ instruction, stylePreset, brandContext, frameAssetId, subjectAssetId }: JobRow): string {
  const context = Context.parse(JSON.parse(brandContext))
  const both = frameAssetId !== null && subjectAssetId !== null
  return [
    instruction.trim(),
    ...(both ? ['The first image is the subject; the second is the frame around it.'] : []),
    ...(stylePreset === null ? [] : [`Style: ${stylePreset}`]),
    ...(context.length === 0 ? [] : ['About the brand:', ...context.map((line) => `- ${line}`)]),
  ].join('\n')
}

type Parts = Pick<ImageContext, 'images' | 'jobs' | 'files' | 'now'>

/** Seconds until an attempt is repeated, by the number of those that failed. */
const RETRY_SECONDS = 60

/**
 * Makes the image of a job that was taken, and reports what became of it: one report counts, that of the latest attempt.
 * A generator's picture is checked like an upload before it is stored. Never throws for the job's own sake; throws
 * store_unavailable where nothing could be reported, and the lease then ends by itself.
 */
export async function runJob(job: JobRow, provider: ImageProvider, parts: Parts): Promise<void> {
  const { jobs, now } = parts
  const seconds = () => Math.floor(now() / 1000)
  try {
    const sources = await readSources(job, parts)
    const made = await provider.make({ prompt: promptOf(job), sources })
    const checked = await checkImage(made)
    const sha256 = await digestOf(checked.bytes)
    const stored = await storeObject({ ...checked, sha256 }, { ...parts, now: seconds() })
    const { projectId, ownerAddress } = job
    const asset = {
      id: crypto.randomUUID(),
      projectId,
      ownerAddress,
      role: 'result',
      ...stored,
      createdAt: seconds(),
    } as const
    if (!(await jobs.complete(job, asset, seconds())))
      log('warn', 'image_job_lost', { jobId: job.id, attempt: job.attempt })
  } catch (error) {
    const { failure, isFinal } = outcomeOf(error)
    logFailure(error, job)
    const retryAt = seconds() + RETRY_SECONDS * job.attempt
    await jobs.fail(job, { failure, isFinal, retryAt, now: seconds() })
  }
}

/** The images to work from, the subject before its frame. */
async function readSources({ subjectAssetId, frameAssetId }: JobRow, { images, files }: Parts): Promise<Source[]> {
  const sources: Source[] = []
  for (const id of [subjectAssetId, frameAssetId]) {
    if (id === null) continue
    const asset = await images.findAsset(id)
    const bytes = asset && (await files.read(asset.objectId))
    if (!asset || !bytes) throw new Error('a source image was deleted')
    sources.push({ bytes, contentType: asset.contentType })
  }
  return sources
}

/** Whether another attempt could end otherwise. */
function outcomeOf(error: unknown): { failure: JobFailure; isFinal: boolean } {
  if (error instanceof ProviderFailure && error.kind === 'refused')
    return { failure: 'provider_refused', isFinal: true }
  if (error instanceof ImageFault) return { failure: 'result_unusable', isFinal: false }
  return { failure: 'provider_failed', isFinal: false }
}

function logFailure(error: unknown, { id: jobId, attempt }: JobRow): void {
  if (error instanceof ProviderFailure || error instanceof ImageFault)
    return log('warn', 'image_job_failed', { jobId, attempt, kind: error.name, reason: error.message })
  logError('error', 'image_job_failed', error, { jobId, attempt })
}
