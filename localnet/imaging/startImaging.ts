import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../listen.ts'
import { drawImage } from './drawImage.ts'
import { type AskedImage, BadRequest, LOCAL_IMAGE_MODEL, readEdit, readGeneration } from './imageRequest.ts'

export interface Imaging extends Service {
  /** What it was asked, so far. */
  readonly asked: AskedImage[]
  /** Answers in place of the generator, to simulate a broken, busy, lying or silent one; undefined: it draws itself. */
  respond: ((response: ServerResponse, asked: AskedImage) => unknown) | undefined
}

/**
 * Stands in for an image generator behind the images protocol: `POST /v1/images/generations` and `/v1/images/edits`, for
 * requests that the protocol allows and that have its key. What it draws follows from the request alone (drawImage.ts).
 */
export async function startImaging(): Promise<Imaging> {
  const key = randomBytes(24).toString('hex')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new Uint8Array(await buffer(request))
    const operation = /^\/v1\/images\/(generations|edits)$/.exec(request.url ?? '')?.[1]
    if (request.method !== 'POST' || operation === undefined)
      return refuse(response, 404, 'unknown_url', `Unknown request URL: ${request.method} ${request.url}`)
    if (request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'invalid_api_key', 'Incorrect API key provided')
    const asked =
      operation === 'generations' ? readGeneration(body) : await readEdit(body, request.headers['content-type'] ?? '')
    imaging.asked.push(asked)
    if (imaging.respond) return void (await imaging.respond(response, asked))
    sendImage(response, await drawImage(asked))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof BadRequest) refuse(response, 400, 'invalid_value', error.message, error.param)
      else response.destroy()
    })
  })
  const { url, stop } = await listen(server)
  const imaging: Imaging = {
    url,
    variables: {
      IMAGE_PROVIDER_URL: `${url}/v1`,
      IMAGE_PROVIDER_MODEL: LOCAL_IMAGE_MODEL,
      IMAGE_PROVIDER_API_KEY: key,
    },
    asked: [],
    respond: undefined,
    stop,
  }
  return imaging
}

/** Answers with one image, as the protocol does. */
export const sendImage = (response: ServerResponse, image: Uint8Array): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      created: Math.floor(Date.now() / 1000),
      data: [{ b64_json: Buffer.from(image).toString('base64') }],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }),
  )

/** Refuses, as the protocol does. */
export const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  param: string | null = null,
): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } }))
