import type { ErrorCode } from './errorGuide/sections.ts'
import { withoutCauses } from './errorGuide/withoutCauses.ts'

export type { ErrorCode }

/** The entry of each error code, without its cause, which errorGuide/ has. */
export const ERRORS = withoutCauses

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)
