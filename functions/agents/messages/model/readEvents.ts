import { createParser } from 'eventsource-parser'
import { toProviderFailure } from '../../../../shared/provider/toProviderFailure.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'

/** How much of one answer is read, and how long one of its events may be. */
const MAX_BYTES = 1024 * 1024
const MAX_EVENT = 64 * 1024

/**
 * The data of the server-sent events of a response's body, as they arrive. What is left is not read when the reader stops, the
 * signal fires, or there is more than 1 MiB. Throws ProviderFailure.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let ready: string[] = []
  let fault: string | undefined
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => void ready.push(data),
    // Fields that this version of the protocol does not know are no fault.
    onError: ({ type }) => void (fault = type === 'max-buffer-size-exceeded' ? type : fault),
  })
  try {
    for (let bytes = 0; ;) {
      const { done, value } = await toProviderFailure(reader.read(), signal)
      if (done) return
      bytes += value.byteLength
      if (bytes > MAX_BYTES) throw new ProviderFailure('failed', `the answer has more than ${MAX_BYTES} bytes`)
      parser.feed(decoder.decode(value, { stream: true }))
      if (fault !== undefined) throw new ProviderFailure('failed', fault)
      const events = ready
      ready = []
      yield* events
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
