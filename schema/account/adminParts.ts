import * as z from 'zod'
import { DECISIONS } from './adminAnswers.ts'
import { limitInQuery } from '../common.ts'
import { SECURITY } from '../operation.ts'

const TAGS: string[] = ['account']

/** Common attributes of administrators' reads. */
export const READ = {
  method: 'get',
  tags: TAGS,
  'x-auth': 'admin',
  security: SECURITY.admin,
  'x-limit': 'admin',
  'x-answer': 'envelope',
} as const

const change = { ...READ, method: 'post' } as const

/** Common attributes of decisions about the waitlist; a note of 500 characters fits in any script. */
export const WAITLIST_WRITE = { ...change, 'x-body': { bound: 4096, kind: 'object' } } as const

/** Common attributes of decisions about creator access: the longest note has 4 000 characters of up to 3 bytes. */
export const CREATOR_WRITE = { ...change, 'x-body': { bound: 12_288, kind: 'object' } } as const

/** An id in a body. */
export const id = (description: string) => {
  const error = 'must be an integer of at least 1'
  return z.int({ error }).min(1, { error }).meta({ description, example: 1 })
}

/** An administrator's note on a decision; undefined if it is empty. */
export const note = (characters: number) =>
  z
    .string()
    .trim()
    .max(characters, { error: `must have at most ${characters} characters` })
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({
      maxLength: characters,
      description: `Reason for other administrators, at most ${characters} characters; ignored if empty. It is stored: write no personal data`,
      example: 'Met at the meetup',
    })

/** A field that is true in every answer. */
export const always = (description: string) =>
  z.literal(true).meta({ description: `Always true: ${description}`, type: 'boolean', enum: [true] })

/** Query of a paginated list with a status filter; `cursor` is an example. */
export const pageOf = (cursor: string) => ({
  status: z
    .enum(DECISIONS, { error: 'must be pending, approved or denied' })
    .optional()
    .meta({ description: 'Only items with this status; all by default', example: 'pending' }),
  limit: limitInQuery({ of: 'Items per page', max: 200, preset: 50 }),
  cursor: z.string().max(512).optional().meta({ description: '`nextCursor` of the previous page', example: cursor }),
})
