import { buildRequest, type Plan, type Spec } from './buildRequest.ts'
import type { Client, RequestOptions } from './createClient.ts'
import { ApiError, ConnectionError, type ProblemDetails } from './errors.ts'
import { fetchTogether } from './fetchTogether.ts'
import { readText } from './readBytes.ts'

/** Reads a successful answer. */
export type Read<T> = (response: Response, plan: Plan, client: Client) => Promise<T>

/** Calls an operation and resolves to its answer in JSON, without the envelope. */
export const call = <T>(client: Client, spec: Spec, parameters?: object, options?: RequestOptions): Promise<T> =>
  callAs<T>(readJson, client, spec, parameters, options)

const readJson = async (response: Response, plan: Plan, client: Client) => {
  const answer = JSON.parse(await readText(response, client.maxBytes))
  if (!plan.hasEnvelope) return answer
  if (answer.success !== true) throw new ConnectionError(`the answer of ${plan.url} has no data`)
  return answer.data
}

/**
 * Calls an operation, and reads its answer in its own way.
 *
 * A read, and a write with an `Idempotency-Key`, is tried again after a failure that may pass; any other call only after a 429, which
 * carried out nothing.
 */
export async function callAs<T>(
  read: Read<T>,
  client: Client,
  spec: Spec,
  parameters: object = {},
  options: RequestOptions = {},
): Promise<T> {
  options.signal?.throwIfAborted()
  const plan = buildRequest(client, spec, { ...parameters }, options)
  const retries = options.retries ?? client.retries
  let isRenewed = false
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(read, client, plan, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isRenewed && error instanceof ApiError && error.status === 401 && plan.takesCredential) {
        isRenewed = true
        if (await untilAborted(client.credential?.renew?.(), options.signal)) continue
      }
      if (attempt >= retries || !mayRepeat(error, plan)) throw error
      const delay = error.retryAfter === undefined ? 250 * 2 ** attempt : error.retryAfter * 1000
      if (delay > client.maxDelay) throw error
      // Up to a quarter more, so that many callers do not return at once.
      await sleep(delay * (1 + Math.random() / 4), options.signal)
    }
  }
}

const mayRepeat = (error: unknown, { isRepeatable }: Plan): error is ApiError | ConnectionError =>
  (error instanceof ConnectionError && error.retryable && isRepeatable) ||
  (error instanceof ApiError && error.retryable && (isRepeatable || error.status === 429))

async function attemptOnce<T>(read: Read<T>, client: Client, plan: Plan, options: RequestOptions): Promise<T> {
  const credential = plan.takesCredential ? client.credential : undefined
  const plain = new Request(plan.url, plan.init)
  const request = credential
    ? await untilAborted(credential.authorize(plain, plan.needsSignature), options.signal)
    : plain
  // A person may take long to sign.
  const timeout = options.timeout ?? client.timeout
  const late = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
  try {
    // An answer in bytes has no place in a batch, nor have headers and proofs of one request.
    const isBatched = client.batch && Object.is(read, readJson) && plan.init.method === 'GET' && !credential
    const response = await (isBatched && !options.headers
      ? fetchTogether(client, plan.url, request, signal)
      : client.fetch(request, { signal }))
    if (!response.ok) throw await errorOf(response, plan, client)
    return await read(response, plan, client)
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) throw error
    throw new ConnectionError(
      late.aborted
        ? `no whole answer of ${plan.url} within ${timeout} ms`
        : `no usable answer of ${plan.url}: ${String(error)}`,
      { cause: error },
    )
  }
}

async function errorOf(response: Response, { url }: Plan, { maxBytes }: Client): Promise<Error> {
  const { status, headers } = response
  const text = await readText(response, maxBytes)
  const isProblem = /problem\+json/.test(headers.get('content-type') ?? '')
  const problem: ProblemDetails | undefined = isProblem ? JSON.parse(text) : undefined
  // Proxies send problem details too, without a code of the API.
  if (problem?.code) return new ApiError(problem, headers)
  const retryable = status === 408 || status === 429 || status >= 500
  return new ConnectionError(`HTTP ${status} from ${url}, which is not an answer of the API`, { retryable, headers })
}

/** Waits. Rejects with the reason of the signal. */
async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await untilAborted(time, signal).finally(() => clearTimeout(timer))
}

/** Waits for work, or until a signal is aborted, with whose reason it then rejects; the work itself goes on. */
async function untilAborted<T>(work: T | Promise<T>, signal?: AbortSignal): Promise<T> {
  let end = () => {}
  const aborted = new Promise<never>((_resolve, reject) => (end = () => reject(signal?.reason)))
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
