import * as z from 'zod'
import type { JobRow } from '../store/imageJobs.ts'

const Context = z.array(z.string())

/** What the generator is told: the instruction, and after it the style and what to bear in mind. */
export function promptOf({ instruction, stylePreset, brandContext, frameAssetId, subjectAssetId }: JobRow): string {
  const context = Context.parse(JSON.parse(brandContext))
  const both = frameAssetId !== null && subjectAssetId !== null
  return [
    instruction.trim(),
    ...(both ? ['The first image is the subject; the second is the frame around it.'] : []),
    ...(stylePreset === null ? [] : [`Style: ${stylePreset}`]),
    ...(context.length === 0 ? [] : ['About the brand:', ...context.map((line) => `- ${line}`)]),
  ].join('\n')
}
