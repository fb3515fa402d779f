import type { FailedRequest } from '../../../shared/http/errorForm.ts'
import { errorForm as formOf } from '../../../shared/http/errorForm.ts'
import type { HeaderTable } from '../../../shared/http/headers.ts'
import type { ApiError } from '../../../shared/errors/ApiError.ts'
import { faultsOfForms } from '../errorForms.ts'

const held = new Set<string>()

/**
 * In place of errorForm in the Workers of tests: the same, and each kind of error that any test meets is made in both forms,
 * which are held against each other. Where they disagree the file fails (undeclaredErrors.ts).
 */
export function errorForm(error: ApiError, headers: HeaderTable, failed?: FailedRequest): Response {
  const kind = `${failed?.operation?.operationId} ${error.message}`
  if (failed && !held.has(kind)) {
    held.add(kind)
    void hold(error, headers, failed)
  }
  return formOf(error, headers, failed)
}

async function hold(error: ApiError, headers: HeaderTable, failed: FailedRequest): Promise<void> {
  const { url, method, headers: given } = failed.request
  const as = (accept: string) =>
    formOf(error, headers, {
      ...failed,
      request: new Request(url, { method, headers: { ...Object.fromEntries(given), accept } }),
    })
  const faults = await faultsOfForms(as('application/json'), as('application/problem+json'))
  if (faults.length > 0) console.error('unequal_error_forms', error.code, faults.join('; '))
}
