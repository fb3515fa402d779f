import type * as z from 'zod'
import { hasField } from '../../schema/codesOf.ts'
import { ERRORS } from '../../schema/errors.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import type { Problem } from '../../schema/problem.ts'
import { titleOf } from '../../schema/titleOf.ts'
import type { ApiError, FieldProblem } from '../errors/ApiError.ts'
import { pointerTo, type RequestPart } from './validate.ts'

/** An error as problem details (RFC 9457, section 3.1). */
export function problemOf(
  { code, detail, about }: ApiError,
  given: { readonly type: string; readonly requestId: string; readonly operation: Operation | undefined },
): z.input<typeof Problem> {
  const { status, retry, fix } = ERRORS[code]
  const title = titleOf(code)
  const fields = about.fields ?? fieldIn(detail, given.operation)
  return {
    type: given.type,
    title,
    status,
    detail: detail ?? title,
    code,
    retryable: retry !== undefined,
    fix,
    ...(fields.length > 0 ? { fields: [...fields] } : {}),
    requestId: given.requestId,
  }
}

/** `field: what is wrong with it`, as a detail that names a field begins. */
const NAMED = /^(\w+(?:-\w+)*)((?:\.\w+)*): (.+)$/s

/** The field that a detail names, if the operation has it. */
function fieldIn(detail: string | undefined, operation: Operation | undefined): FieldProblem[] {
  const [, name, inner = '', problem] = NAMED.exec(detail ?? '') ?? []
  const part = name === undefined || !operation ? undefined : partOf(name, operation)
  if (name === undefined || problem === undefined || part === undefined) return []
  const steps = inner.split('.').slice(1)
  return [{ pointer: pointerTo(part, name === part ? steps : [name, ...steps]), problem }]
}

function partOf(name: string, operation: Operation): RequestPart | undefined {
  const { request } = operation
  if (name === 'body' || hasField(bodySchema(operation), name)) return 'body'
  if (hasField(request?.query, name)) return 'query'
  if (hasField(request?.params, name)) return 'path'
  return name.includes('-') ? 'header' : undefined
}
