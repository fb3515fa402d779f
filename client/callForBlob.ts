import type { Spec } from './buildRequest.ts'
import { callAs } from './call.ts'
import type { Client, RequestOptions } from './createClient.ts'
import { readBytes } from './readBytes.ts'

/** Calls an operation whose answer is a file. */
export const callForBlob = (client: Client, spec: Spec, parameters?: object, options?: RequestOptions): Promise<Blob> =>
  callAs(
    async (response) =>
      new Blob(await readBytes(response, client.maxBytes), { type: response.headers.get('content-type') ?? '' }),
    client,
    spec,
    parameters,
    options,
  )
