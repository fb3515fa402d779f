import * as z from 'zod'
import type { JobRow } from '../store/imageJobs.ts'

const Context = z.array(z.string())

/** The prompt for the generator: the instruction, then the style and the notes about the brand. */
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
