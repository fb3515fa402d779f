import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { PlainDocument } from '../../../shared/http/plainDocument.ts'
import type { CardService } from '../../../shared/imaging/Card.ts'
import type { Read } from './createRead.ts'
import { describeThing } from './describeThing.ts'
import { BUSY_SECONDS, errorOf } from './errorOf.ts'
import { canBe, readThing } from './readThing.ts'
import type { Thing } from './Thing.ts'

/** Previews are fetched rarely, and kept by whoever shows them. */
const KEPT = 'public, max-age=300'

const NO_PICTURE = 'a picture is drawn only of a contract that this service could confirm'

/**
 * The picture of a thing for previews. Throws not_found, rate_limited, family_unavailable where the thing or its provenance could
 * not be read, and renderer_busy.
 */
export async function thingCard(
  read: Read,
  { kind, id }: Thing,
  cards: CardService | undefined,
): Promise<PlainDocument> {
  if (!canBe(kind, id)) throw new ApiError('not_found')
  const found = await readThing(read, kind, id, true)
  if ('refused' in found) throw errorOf(found.refused)
  if (!cards) throw new ApiError('family_unavailable', 'the Worker of token does not respond; try again')
  const { kind: name, title, figures, provenance } = describeThing(found)
  if (provenance?.status === 'not_proven') throw new ApiError('not_found', NO_PICTURE)
  if (provenance?.status === 'unknown')
    throw new ApiError('family_unavailable', NO_PICTURE, { 'retry-after': BUSY_SECONDS })
  const png = await cards.draw({ kind: name, title, figures })
  if (!png) throw new ApiError('renderer_busy', undefined, { 'retry-after': BUSY_SECONDS })
  return { body: streamOf(png), headers: { 'content-type': 'image/png', 'cache-control': KEPT } }
}

const streamOf = (bytes: Uint8Array): ReadableStream => new Blob([Uint8Array.from(bytes)]).stream()
