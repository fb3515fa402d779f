import type { ErrorCode } from './errorGuide/sections.ts'
import { withoutCauses } from './errorGuide/withoutCauses.ts'

export type { ErrorCode }

/** What a Worker needs to know of each error code. The catalogue, with causes, is in errorGuide/. */
export const ERRORS = withoutCauses

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)
