import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'

export const ImageEnv = z.object({
  ...readVariables,
  ...authVariables,
  DB: binding<D1Database>('database', 'D1: projects, images, jobs'),
})
export type ImageEnv = z.output<typeof ImageEnv>
