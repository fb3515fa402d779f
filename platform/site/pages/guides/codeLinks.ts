import { OPERATIONS } from '../../../../schema/index.ts'
import { CODES } from '../../errorPage.ts'
import { errorUrl } from '../../pieceUrls.ts'
import { operationPageUrl } from '../reference/urls.ts'

/** The page of what a piece of code names: an operation by its id, or by method and path, or a code of an error or issue. */
export function codeLinks(): (code: string) => string | undefined {
  const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
  const links = new Map([
    ...CODES.map((code) => [code, errorUrl(code)] as const),
    ...operations.flatMap(({ operationId, method, path }) => {
      const url = operationPageUrl(operationId)
      return [operationId, `${method.toUpperCase()} ${path}`, `${method.toUpperCase()} /api${path}`].map(
        (name) => [name, url] as const,
      )
    }),
  ])
  return (code) => links.get(code)
}
