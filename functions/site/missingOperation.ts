import { lines } from 'virtual:routes'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { nearestNames } from '../../shared/text/nearest.ts'

const PIECE = /^\/api\/v1\/spec\/operations\/(\w{1,64})\.json$/

/** The 404 for the document of an operation that does not exist, with those that may be meant. Undefined for any other path. */
export function missingOperation(path: string): ApiError | undefined {
  const [, id] = PIECE.exec(path) ?? []
  if (id === undefined) return undefined
  const names = nearestNames(
    id,
    lines.split('\n').map((line) => line.split(' ')[2] ?? ''),
  )
  const hint = names.length === 0 ? '' : `did you mean ${names.join(' or ')}? `
  return new ApiError('not_found', `no operation has the id ${id}; ${hint}/api/v1/spec.json has all of them`)
}
