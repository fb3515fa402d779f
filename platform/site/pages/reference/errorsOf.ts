import type { OperationError, OperationPage } from '../../../../functions/site/pages/reference/OperationPage.ts'
import { codesOf } from '../../../../schema/codesOf.ts'
import { type ErrorCode, ERRORS } from '../../../../schema/errors.ts'
import { OPERATIONS } from '../../../../schema/index.ts'
import type { Operation } from '../../../../schema/operation.ts'
import { errorUrl } from '../../pieceUrls.ts'
import { richText } from './richText.ts'

/** A code that more of all operations declare says little of one. */
const COMMON_SHARE = 0.25

let common: ReadonlySet<ErrorCode> | undefined
function commonCodes(): ReadonlySet<ErrorCode> {
  const declared = Object.values(OPERATIONS).flatMap((family) => Object.values(family).map(codesOf))
  const codes = new Set(declared.flatMap((own) => [...own]))
  const share = (code: ErrorCode) => declared.filter((own) => own.has(code)).length / declared.length
  return new Set([...codes].filter((code) => share(code) > COMMON_SHARE))
}

/** The errors of an operation with what to do about each, by status: its own, and those that many operations have. */
export function errorsOf(operation: Operation): OperationPage['errors'] {
  const codes = [...codesOf(operation), ...(operation['x-stream-errors'] ?? [])]
  const isCommon = (code: ErrorCode) => (common ??= commonCodes()).has(code)
  const rows = (own: readonly ErrorCode[]) => own.map(rowOf).toSorted((a, b) => a.status - b.status)
  return { own: rows(codes.filter((code) => !isCommon(code))), common: rows(codes.filter(isCommon)) }
}

const rowOf = (code: ErrorCode): OperationError => ({
  code,
  href: errorUrl(code),
  status: ERRORS[code].status,
  fix: richText(ERRORS[code].fix),
})
