import { entities } from 'virtual:pages'
import type { PlainDocument } from '../../../shared/http/plainDocument.ts'
import { decoded } from '../../../shared/text/decoded.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { pageHeaders, siteFiles as files } from '../pageHeaders.ts'
import type { Frame } from '../pages/Frame.ts'
import { type Read, type Refused } from './createRead.ts'
import { describeEntity } from './describeEntity.ts'
import { keptFor, canBe, MAIN_READ, readEntity, type Shown } from './readEntity.ts'
import { type Entity, entityPath } from './Entity.ts'

/** A path may be long; what it names is not. */
const MOST_ID = 80

const NO_SUCH_ID: Refused = { code: 'not_found', status: 404, detail: '', retryAfter: null }

/** The page of an entity, as its families answer now. `origin` is that of the host. */
export async function entityPage(read: Read, entity: Entity, origin: string): Promise<PlainDocument> {
  const { kind, id } = entity
  const found = canBe(kind, id) ? await readEntity(read, kind, id, false) : { refused: NO_SUCH_ID }
  if ('refused' in found) return unreadPage(found.refused, entity, origin)
  const { description, title, id: own, doubt } = describeEntity(found)
  const path = entityPath(kind, own)
  const links = { path, markdown: `${path}.md`, card: `${path}/card.png` }
  const html = render(found, { ...common(origin), ...links, title, description, doubt })
  return {
    body: html,
    headers: {
      ...pageHeaders(origin),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': keptFor(found.seconds),
      etag: await tagOf(html),
      vary: 'Accept',
      ...(doubt === undefined ? {} : { 'x-robots-tag': 'noindex' }),
    },
  }
}

const common = (origin: string): Pick<Frame, 'area' | 'origin' | 'files'> => ({ area: 'entities', origin, files })

function render(shown: Shown, frame: Frame): string {
  if (shown.kind === 'vault') return entities.vault(frame, shown.page)
  return shown.kind === 'auction' ? entities.auction(frame, shown.page) : entities.agent(frame, shown.page)
}

/** A page that says why there is no other: nothing of it is kept. */
function unreadPage(refused: Refused, { kind, id }: Entity, origin: string): PlainDocument {
  const { code, detail, retryAfter } = refused
  // A malformed id names nothing that exists.
  const status = refused.status === 400 ? 404 : refused.status
  const title = status === 404 ? `No such ${kind}` : `This ${kind} could not be read`
  const frame = { ...common(origin), path: entityPath(kind, id), title, description: title }
  return {
    status,
    body: entities.unread(frame, {
      kind,
      // Without invisible characters.
      id: plainText(decoded(id), MOST_ID),
      status,
      code,
      detail,
      operationId: MAIN_READ[kind].operationId,
    }),
    headers: {
      ...pageHeaders(origin),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-error-code': code,
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
    },
  }
}

async function tagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `"${Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}
