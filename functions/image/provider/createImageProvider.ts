import * as z from 'zod'
import { MAX_IMAGE_BYTES } from '../../../schema/image/answers.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { readBounded } from '../../../shared/text/readBounded.ts'
import { untilAborted } from '../../../shared/text/untilAborted.ts'
import type { ImageProviderEnv } from '../env.ts'
import { decodeBase64 } from '../files/decodeBase64.ts'
import { type ImageProvider, ImageRefused, type ImageRequest } from './ImageProvider.ts'

/** How long one image may take, from its request to the end of its answer. */
const ANSWER_MS = 150_000
/** The largest image in base64, and what else an answer says. */
const MAX_ANSWER_BYTES = 4 * Math.ceil(MAX_IMAGE_BYTES / 3) + 65_536
/** The request itself is refused; others of this class are about the key, the path or the model. */
const REFUSED = [400, 413, 422]

const Answer = z.object({ data: z.tuple([z.object({ b64_json: z.string() })], z.unknown()) })

/**
 * A generator behind an API of the images protocol: `POST <url>/images/generations` with JSON, `POST <url>/images/edits` with
 * a form where there are images to work from (https://platform.openai.com/docs/api-reference/images). Redirects are not
 * followed. Undefined where it is not configured.
 */
export function createImageProvider(env: ImageProviderEnv): ImageProvider | undefined {
  const { IMAGE_PROVIDER_URL: url, IMAGE_PROVIDER_MODEL: model, IMAGE_PROVIDER_API_KEY: key } = env
  if (!url || !model || !key) return undefined
  const base = `${url.replace(/\/+$/, '')}/images`
  const fields = {
    model,
    size: env.IMAGE_PROVIDER_SIZE,
    ...(env.IMAGE_PROVIDER_RESPONSE_FORMAT === 'b64_json' ? { response_format: 'b64_json' } : {}),
  }
  return {
    async make({ prompt, sources }) {
      const isEdit = sources.length > 0
      const body = isEdit ? formOf({ ...fields, prompt, n: '1' }, sources) : JSON.stringify({ ...fields, prompt, n: 1 })
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(isEdit ? {} : { 'content-type': 'application/json' }),
      }
      const signal = AbortSignal.timeout(ANSWER_MS)
      return ask(`${base}/${isEdit ? 'edits' : 'generations'}`, { method: 'POST', headers, body, signal })
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

async function ask(endpoint: string, init: RequestInit & { signal: AbortSignal }): Promise<Uint8Array> {
  const { signal } = init
  const late = () => new ProviderFailure('timeout', 'the time is up')
  // Messages of fetch may repeat the URL.
  const broken = (error: unknown): never => {
    throw signal.aborted ? late() : new ProviderFailure('failed', error instanceof Error ? error.name : typeof error)
  }
  const response = await untilAborted(fetch(endpoint, { ...init, redirect: 'manual' }).catch(broken), signal, late)
  if (response.status !== 200 || !response.body) {
    void response.body?.cancel().catch(() => {})
    if (REFUSED.includes(response.status)) throw new ImageRefused(`status ${response.status}`)
    throw new ProviderFailure(response.status === 429 ? 'throttled' : 'failed', `status ${response.status}`)
  }
  const bytes = await untilAborted(readBounded(response.body, MAX_ANSWER_BYTES).catch(broken), signal, late)
  const { data: answer } = Answer.safeParse(parse(bytes))
  const image = answer && decodeBase64(answer.data[0].b64_json)
  if (!image) throw new ProviderFailure('failed', 'an answer without an image')
  return image
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
