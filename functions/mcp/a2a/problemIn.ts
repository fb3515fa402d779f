import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'

const Failed = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    paymentRequired: z.string().optional(),
    paymentResponse: z.string().optional(),
  }),
})
export type Problem = z.output<typeof Failed>['error']

/** The error that the result of a tool is, in the terms of the catalogue. */
export const problemIn = ({ isError, structuredContent }: CallToolResult): Problem | undefined =>
  isError === true ? Failed.parse(structuredContent).error : undefined
