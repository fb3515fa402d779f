import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Call, Refusal, serveJson, type Service } from '../standIn.ts'
import { drawImage } from './drawImage.ts'
import { BadRequest, type ImageRequest, LOCAL_IMAGE_MODEL, readEdit, readGeneration } from './imageRequest.ts'

export interface Imaging extends Service {
  readonly requests: ImageRequest[]
  /** Answers in place of the generator, to simulate a broken, busy, lying or silent one; undefined: it draws itself. */
  respond: ((response: ServerResponse, image: ImageRequest) => unknown) | undefined
}

/**
 * Stands in for an image generator behind the images protocol: `POST /v1/images/generations` and `/v1/images/edits`, for
 * requests that the protocol allows and that have its key. The image follows from the request alone (drawImage.ts).
 */
export async function startImaging(): Promise<Imaging> {
  const key = randomBytes(24).toString('hex')

  async function answer({ request, response, route }: Call): Promise<unknown> {
    const body = new Uint8Array(await buffer(request))
    const operation = /^POST \/v1\/images\/(generations|edits)$/.exec(route)?.[1]
    if (operation === undefined) throw new Refusal(404, 'unknown_url', `Unknown request URL: ${route}`)
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new Refusal(401, 'invalid_api_key', 'Incorrect API key provided')
    const image =
      operation === 'generations' ? readGeneration(body) : await readEdit(body, request.headers['content-type'] ?? '')
    imaging.requests.push(image)
    return imaging.respond ? void (await imaging.respond(response, image)) : imageAnswer(await drawImage(image))
  }

  const { url, stop } = await serveJson(answer, { describe: describeError })
  const imaging: Imaging = {
    url,
    variables: {
      IMAGE_PROVIDER_URL: `${url}/v1`,
      IMAGE_PROVIDER_MODEL: LOCAL_IMAGE_MODEL,
      IMAGE_PROVIDER_API_KEY: key,
    },
    requests: [],
    respond: undefined,
    stop,
  }
  return imaging
}

/** Answers with one image, as the protocol does. */
export const sendImage = (response: ServerResponse, image: Uint8Array): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(imageAnswer(image)))

const imageAnswer = (image: Uint8Array) => ({
  created: Math.floor(Date.now() / 1000),
  data: [{ b64_json: Buffer.from(image).toString('base64') }],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
})

/** Refuses, as the protocol does. */
export const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(describeError(new Refusal(status, code, message))))

const describeError = (refusal: Refusal) => ({
  error: {
    message: refusal.message,
    type: 'invalid_request_error',
    param: refusal instanceof BadRequest ? refusal.param : null,
    code: refusal.code,
  },
})
