import type { ErrorCode } from '../errors.ts'
import { helpOf } from './helpOf.ts'

/** What a caller must do after an error, in one or two sentences. */
export const fixOf = (code: ErrorCode): string => helpOf(code)?.fix ?? 'Look up the code in the error catalogue.'
