import type * as z from 'zod'
import { builds } from './needs.ts'
import { SECURITY } from './operation.ts'

/** The 200 response of a builder. */
export const ok = <T extends z.ZodType>(schema: T) => ({
  200: { description: 'The unsigned transaction', content: { 'application/json': { schema } } },
})

export const jsonBody = <T extends z.ZodType>(schema: T, required = true) => ({
  required,
  content: { 'application/json': { schema } },
})

export const TAGS: string[] = ['build']

/** Attributes that all builders share. */
export const builder = {
  method: 'post',
  tags: TAGS,
  'x-limit': 'build',
  'x-answer': 'document',
  'x-auth': 'build',
  'x-authority': 'none',
  'x-needs': builds,
  'x-idempotency': 'calls',
  security: SECURITY.build,
} as const
