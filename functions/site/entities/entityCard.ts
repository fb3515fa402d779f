import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { PlainDocument } from '../../../shared/http/plainDocument.ts'
import type { CardService } from '../../../shared/imaging/Card.ts'
import type { Read } from './createRead.ts'
import { describeEntity } from './describeEntity.ts'
import { BUSY_SECONDS, errorOf } from './errorOf.ts'
import { canBe, readEntity } from './readEntity.ts'
import type { Entity } from './Entity.ts'
import { budgets } from '../../../schema/limits.ts'
import { take } from '../../../shared/http/Admission.ts'
import { clientIp } from '../../../shared/http/clientIp.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { limitHeaders } from '../../../shared/http/limitHeaders.ts'
import { createLimiter } from '../../../shared/http/limiter.ts'
import type { SiteEnv } from '../env.ts'

/** Previews are fetched rarely, and the sites that show them keep them. */
const KEPT = 'public, max-age=300'

const NO_PICTURE = 'a picture is drawn only of a contract that this service could confirm'

/**
 * The picture of an entity for previews. Throws not_found, rate_limited, family_unavailable where the entity or its provenance could
 * not be read, and renderer_busy.
 */
export async function entityCard(
  read: Read,
  { kind, id }: Entity,
  cards: CardService | undefined,
): Promise<PlainDocument> {
  if (!canBe(kind, id)) throw new ApiError('not_found')
  const found = await readEntity(read, kind, id, true)
  if ('refused' in found) throw errorOf(found.refused)
  if (!cards) throw new ApiError('family_unavailable', 'the Worker of token does not respond; try again')
  const { kind: name, title, figures, provenance } = describeEntity(found)
  if (provenance?.status === 'not_proven') throw new ApiError('not_found', NO_PICTURE)
  if (provenance?.status === 'unknown')
    throw new ApiError('family_unavailable', NO_PICTURE, { 'retry-after': BUSY_SECONDS })
  const png = await cards.draw({ kind: name, title, figures })
  if (!png) throw new ApiError('renderer_busy', undefined, { 'retry-after': BUSY_SECONDS })
  return { body: streamOf(png), headers: { 'content-type': 'image/png', 'cache-control': KEPT } }
}

const streamOf = (bytes: Uint8Array): ReadableStream => new Blob([Uint8Array.from(bytes)]).stream()

/** Counts drawings by the caller's IP, against the budget for pictures. The returned function throws rate_limited. */
export function createAdmitCard(env: SiteEnv) {
  const limiter = createLimiter({ store: env.LIMITS, now: Date.now })
  const { tokenImage: budget } = budgets(env)
  return async ({ headers }: Request, waitUntil: WaitUntil): Promise<void> => {
    const key = `${budget.name}:card:ip:${clientIp(headers)}`
    const decision = await take(false, () => limiter.take(key, budget, waitUntil))
    if (!decision || decision.allowed) return
    const answer: Record<string, string> = {}
    limitHeaders([decision], answer)
    throw new ApiError('rate_limited', `retry after ${answer['retry-after']} seconds`, answer)
  }
}
