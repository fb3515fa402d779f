import { type ErrorCode, ERRORS } from '../../schema/errors.ts'
import errorDetails from './errorDetails.json' with { type: 'json' }

const EXAMPLES = new Map(Object.entries(errorDetails))

/** The text of an answer with a code: that of the catalogue, or an example of those that handlers write. */
export const errorDetailOf = (code: ErrorCode): string | undefined => ERRORS[code].text ?? EXAMPLES.get(code)
