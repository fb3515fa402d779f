import { buildRequest, type Plan, type Spec } from './buildRequest.ts'
import type { Client, RequestOptions } from './createClient.ts'
import { ApiError, ConnectionError, type ProblemDetails } from './errors.ts'
import { readText } from './readBytes.ts'

/** Reads a successful answer; the signal ends with the time of the attempt. */
export type Read<T> = (response: Response, plan: Plan, client: Client, signal: AbortSignal) => Promise<T>

/** Calls an operation and resolves to its answer in JSON, without the envelope. */
export const call = <T>(client: Client, spec: Spec, parameters?: object, options?: RequestOptions): Promise<T> =>
  callAs<T>(readJson, client, spec, parameters, options)

const readJson = async (response: Response, plan: Plan, client: Client) => {
  const answer = JSON.parse(await readText(response, client.maxBytes))
  return plan.hasEnvelope ? answer.data : answer
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
        if (await client.credential?.renew?.()) continue
      }
      const delay = mayRepeat(error, plan) && attempt < retries ? delayBefore(attempt, error) : Infinity
      if (delay > client.maxDelay) throw error
      await sleep(delay, options.signal)
    }
  }
}

const mayRepeat = (error: unknown, { isRepeatable }: Plan): boolean =>
  error instanceof ApiError
    ? error.retryable && (isRepeatable || error.status === 429)
    : error instanceof ConnectionError && isRepeatable

/** Milliseconds: what the API says, or twice as long each time; and up to a quarter more, so that many callers do not return at once. */
function delayBefore(attempt: number, error: unknown): number {
  const stated = error instanceof ApiError ? error.retryAfter : undefined
  return (stated === undefined ? 250 * 2 ** attempt : stated * 1000) * (1 + Math.random() / 4)
}

async function attemptOnce<T>(read: Read<T>, client: Client, plan: Plan, options: RequestOptions): Promise<T> {
  const timeout = options.timeout ?? client.timeout
  const late = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
  const isAuthorized = plan.takesCredential && client.credential
  const plain = new Request(plan.url, plan.init)
  const request = isAuthorized ? await isAuthorized.authorize(plain, plan.needsSignature) : plain
  try {
    const response = await client.fetch(request, { signal })
    if (!response.ok) throw await errorOf(response, client)
    return await read(response, plan, client, signal)
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) throw error
    throw new ConnectionError(
      late.aborted ? `no answer of ${plan.url} within ${timeout} ms` : `no answer of ${plan.url}: ${String(error)}`,
      { cause: error },
    )
  }
}

async function errorOf(response: Response, client: Client): Promise<Error> {
  const text = await readText(response, client.maxBytes)
  if (!/problem\+json/.test(response.headers.get('content-type') ?? ''))
    return new ConnectionError(`HTTP ${response.status} from ${response.url}, which is not an answer of the API`)
  const problem: ProblemDetails = JSON.parse(text)
  return new ApiError(problem, response.headers)
}

/** Waits; rejects with the reason of the signal. */
const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => reject(signal?.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', () => (clearTimeout(timer), end()), { once: true })
  })
