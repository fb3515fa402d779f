import type * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { toResult } from '../results/toResult.ts'
import type { CALLS } from './definitions.ts'
import type { RunTool } from './Tools.ts'

type Input = z.output<(typeof CALLS)['explain_error']>

/** The way of a code in the error catalogue. Throws not_found. */
export const explainError: RunTool<Input> = async ({ code }, { documents }) => {
  const entry = await documents.page(`/docs/errors/${code}`)
  if (entry === null)
    throw new ApiError(
      'not_found',
      `code: no error has the code ${code}; search_operations finds operations by what they do`,
    )
  return toResult({ code, entry }, `${code} of the error catalogue.`, true)
}
