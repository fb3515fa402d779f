import type { ErrorCode } from '../errors.ts'
import type { ErrorGuide } from './ErrorGuide.ts'
import { ERROR_HELP } from './sections.ts'

/** A Worker carries the help of those codes that its operations declare (platform/catalogueOf.ts). */
const GUIDE: ErrorGuide = ERROR_HELP

/** What a caller changes after an error, in one or two sentences. */
export const fixOf = (code: ErrorCode): string => GUIDE[code]?.fix ?? 'Look its code up in the catalogue.'
