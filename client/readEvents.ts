import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Spec } from './buildRequest.ts'
import { callAs } from './call.ts'
import type { Client, RequestOptions } from './createClient.ts'
import { ConnectionError } from './errors.ts'
import type { StreamEvent } from './StreamEvent.ts'

/** Milliseconds: the API ends a stream after two minutes. */
const LONGEST = 150_000

/**
 * The events of a stream (HTML standard, server-sent events), the last one `close`. To end it earlier leave the loop, or abort the signal.
 *
 * Throws an `ApiError` for an error before the stream, a `ConnectionError` if it ends without `close`.
 */
export async function* readEvents(
  client: Client,
  spec: Spec,
  parameters?: object,
  options?: RequestOptions,
): AsyncGenerator<StreamEvent, void, void> {
  const response = await callAs(async (answer) => answer, client, spec, parameters, {
    ...options,
    timeout: options?.timeout ?? LONGEST,
  })
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: client.maxBytes }))
  const reader = events?.getReader()
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      const event: StreamEvent = JSON.parse(`{"event":${JSON.stringify(read.value.event)},"data":${read.value.data}}`)
      yield event
      if (event.event === 'close') return
    }
  } catch (error) {
    options?.signal?.throwIfAborted()
    throw new ConnectionError(`the stream of ${response.url} was cut`, { cause: error })
  } finally {
    await reader?.cancel().catch(() => {})
  }
  throw new ConnectionError(`the stream of ${response.url} ended without close`)
}
