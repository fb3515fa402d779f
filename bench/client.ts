import { Agent, request } from 'node:http'

/** A client with one keep-alive connection; each call resolves when the whole answer has been read. */
export function oneConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (
      url: string,
      {
        method = 'GET',
        headers = {},
        body,
      }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
    ): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          url,
          {
            agent,
            method,
            headers: {
              ...headers,
              ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            },
          },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('end', () =>
              resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            )
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
