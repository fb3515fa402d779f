import type { Context } from '../../shared/http/handler.ts'
import type { ImageEnv } from './env.ts'

/** What the handlers of this family are given. */
export type ImageContext = Context

export const createImageContext = (common: Context, _env: ImageEnv): ImageContext => common
