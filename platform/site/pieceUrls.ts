import { PIECES } from '../../schema/pieces.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'

/** Paths on the host of a part of the document. */
export const pieceUrl = (name: string): string => `/api/v1/spec/${name}.json`
export const errorUrl = (code: string): string => `/docs/errors/${code}`
export const WHOLE_URL = '/api/v1/spec.json'
export const yamlUrl = (url: string): string => url.replace(/json$/, 'yaml')

/** URLs of the document's pieces, which it lists as `x-pieces`. */
export const PIECE_URLS = {
  families: Object.fromEntries(PIECES.map((name) => [name, pieceUrl(name)])),
  operation: operationUrl('{operationId}'),
  error: errorUrl('{code}'),
}
