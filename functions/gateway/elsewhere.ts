import { lines } from 'virtual:routes'
import { HOST_PATHS } from '../../schema/families.ts'
import type { KnownRoute } from '../../shared/http/unknownPath.ts'
import { HOST_DOCUMENTS } from './hostDocuments.ts'

const documents = [...HOST_DOCUMENTS.keys(), ...HOST_PATHS.site].map((path) => `GET ${path}`)

/** What the families and the documents of the host answer: routes that a 404 of the gateway may name. */
export const ELSEWHERE: readonly KnownRoute[] = [...lines.split('\n'), ...documents].map((line) => {
  const [method = '', path = '', operationId] = line.split(' ')
  return { method, path, allow: `${method}, OPTIONS`, ...(operationId ? { operationId } : {}) }
})
