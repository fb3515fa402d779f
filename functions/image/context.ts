import type { image } from '../../schema/image/index.ts'
import { IMAGE_LIMITS, MAX_IMAGE_BYTES } from '../../schema/image/answers.ts'
import { createSemaphore, type Semaphore } from '../../shared/cache/createSemaphore.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { openReadOutside } from '../../shared/outside/openReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import { createImageJobs, type ImageJobs } from './store/imageJobs.ts'
import { createImageStore, type ImageStore } from './store/images.ts'
import type { ImageEnv } from './env.ts'
import { createImageProvider, type ImageProvider } from './provider/createImageProvider.ts'
import { createImageFiles, type ImageFiles } from './store/createImageFiles.ts'

export interface ImageContext extends Context {
  readonly images: ImageStore
  readonly jobs: ImageJobs
  readonly files: ImageFiles
  /** Undefined where none is configured. */
  readonly provider: ImageProvider | undefined
  readonly readOutside: ReadOutside
  /** Limits how many images of other sites are fetched at once: each takes several times its size in memory. */
  readonly externalSlots: Semaphore
}

export type ImageHandler<O extends keyof typeof image> = Handler<(typeof image)[O], ImageContext>

const LIMITS = { ...IMAGE_LIMITS, resultBytes: MAX_IMAGE_BYTES }
/** They are fetched within eight seconds, and checked. */
const EXTERNAL = { slots: 8, mostMs: 20_000 }

export const createImageContext = (common: Context, env: ImageEnv): ImageContext => ({
  ...common,
  images: createImageStore(env.DB, LIMITS),
  jobs: createImageJobs(env.DB, LIMITS),
  files: createImageFiles(env.ARTIFACTS),
  provider: createImageProvider(env),
  readOutside: openReadOutside(env),
  externalSlots: createSemaphore({ ...EXTERNAL, now: common.now }),
})
