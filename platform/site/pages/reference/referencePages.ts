import { OPERATIONS } from '../../../../schema/index.ts'
import { referenceNav } from './referenceNav.ts'
import type { SiteFile } from '../siteFiles.ts'
import type { Site } from '../Site.ts'
import { operationPageUrl } from './urls.ts'

/** A page for each operation. */
export function* referencePages({ pages, files, origin }: Site): Generator<SiteFile> {
  const nav = referenceNav()
  for (const [, operations] of Object.entries(OPERATIONS))
    for (const operation of Object.values(operations)) {
      const { operationId, method, path, summary, description } = operation
      const url = operationPageUrl(operationId)
      const frame = {
        area: 'docs',
        path: url,
        title: summary,
        description: description ?? summary,
        origin,
        files,
        nav,
      } as const
      yield [
        `${url}.html`,
        pages.operation(frame, { operationId, method, path, summary, description: description ?? '' }),
      ]
    }
}
