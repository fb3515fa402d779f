import type { ErrorCode } from '../errors.ts'
import type { ErrorGuide, ErrorHelp } from './ErrorGuide.ts'
import { ERROR_HELP } from './sections.ts'

/** A Worker carries the help of those codes that its operations declare (platform/catalogueOf.ts). */
const GUIDE: ErrorGuide = ERROR_HELP

/** What documents say about a code; undefined for one that the Worker does not declare. */
export const helpOf = (code: ErrorCode): ErrorHelp | undefined => GUIDE[code]
