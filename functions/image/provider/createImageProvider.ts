import * as z from 'zod'
import { MAX_IMAGE_BYTES } from '../../../schema/image/answers.ts'
import { askService } from '../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import type { ImageProviderEnv } from '../env.ts'
import { decodeBase64 } from '../files/checkImage.ts'

/** How long one image may take, from its request to the end of its answer. */
const ANSWER_MS = 150_000
/** The largest image in base64, and what else an answer says. */
const MAX_ANSWER_BYTES = 4 * Math.ceil(MAX_IMAGE_BYTES / 3) + 65_536

const Answer = z.object({ data: z.tuple([z.object({ b64_json: z.string() })], z.unknown()) })

/**
 * A generator behind an API of the images protocol: `POST <url>/images/generations` with JSON, `POST <url>/images/edits` with
 * a form where there are images to work from (https://platform.openai.com/docs/api-reference/images). Undefined where it is
 * not configured.
 */
export function createImageProvider(env: ImageProviderEnv): ImageProvider | undefined {
  const { IMAGE_PROVIDER_URL: url, IMAGE_PROVIDER_MODEL: model, IMAGE_PROVIDER_API_KEY: key } = env
  if (!url || !model || !key) return undefined
  const fields = {
    model,
    size: env.IMAGE_PROVIDER_SIZE,
    ...(env.IMAGE_PROVIDER_RESPONSE_FORMAT === 'b64_json' ? { response_format: 'b64_json' } : {}),
  }
  return {
    async make({ prompt, sources }) {
      const what =
        sources.length > 0
          ? { path: '/images/edits', body: formOf({ ...fields, prompt, n: '1' }, sources) }
          : { path: '/images/generations', json: { ...fields, prompt, n: 1 } }
      const service = {
        provider: 'imageGenerator',
        url,
        bearer: key,
        timeoutMs: ANSWER_MS,
        maxBytes: MAX_ANSWER_BYTES,
      } as const
      const { bytes } = await askService({ ...service, ...what })
      const { data: answer } = Answer.safeParse(jsonOrNothing(bytes))
      const image = answer && decodeBase64(answer.data[0].b64_json)
      if (!image) throw new ProviderFailure('failed', 'the answer has no image')
      return image
    },
  }
}

function formOf(fields: Readonly<Record<string, string>>, sources: ImageRequest['sources']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [i, { bytes, contentType }] of sources.entries()) {
    const file = new File([bytes.slice()], `image-${i}.${contentType.replace('image/', '')}`, { type: contentType })
    // One image goes by the name that older servers know.
    form.append(sources.length === 1 ? 'image' : 'image[]', file)
  }
  return form
}

/** An image that the generator is to work from. */
export interface Source {
  readonly bytes: Uint8Array
  readonly contentType: string
}

interface ImageRequest {
  readonly prompt: string
  /** Images to edit, the subject before its frame; empty to make an image from the prompt alone. */
  readonly sources: readonly Source[]
}

export interface ImageProvider {
  /** The bytes of one image, whatever they are. Throws ProviderFailure. */
  make(request: ImageRequest): Promise<Uint8Array>
}
