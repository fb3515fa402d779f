import type { Frame } from '../../../../functions/site/pages/Frame.ts'
import { describeOperations } from '../../../mcp/describeOperations.ts'
import { referenceNav } from './referenceNav.ts'
import type { SiteFile } from '../siteFiles.ts'
import type { Site } from '../Site.ts'
import { tryRoom } from './tryRoom.ts'
import { operationPageUrl } from './urls.ts'

/** A page for each operation. */
export function* referencePages({ pages, files, origin, document }: Site): Generator<SiteFile> {
  const nav = referenceNav()
  for (const described of describeOperations(document)) {
    const { operation } = described
    const room = tryRoom(described)
    const { operationId, method, path, summary, description } = operation
    const url = operationPageUrl(operationId)
    const frame: Frame = {
      area: 'docs',
      path: url,
      title: summary,
      description: description ?? summary,
      origin,
      files,
      nav,
      scripts: room ? ['try'] : [],
    }
    yield [
      `${url}.html`,
      pages.operation(frame, { operationId, method, path, summary, description: description ?? '', room }),
    ]
  }
}
