import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../../../localnet/standIn.ts'

/** The point of the cut: before the first byte of an answer, or within its body. */
export type Cut = 'answer' | 'body'

/** A server in front of another, which loses the answers to chosen paid requests; the requests have been carried out. */
export async function startCuttingProxy(target: string) {
  const cuts: Cut[] = []
  const payments: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers))
        if (!/^(host|connection|content-length|transfer-encoding)$/.test(name)) headers.set(name, String(value))
      const payment = headers.get('payment-signature')
      if (payment !== null) payments.push(payment)
      const sent = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body.length > 0 ? { body } : {}),
      })
      const answer = Buffer.from(await sent.arrayBuffer())
      const cut = payment === null ? undefined : cuts.shift()
      if (cut === 'answer') return request.socket.destroy()
      for (const [name, value] of sent.headers)
        if (!/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name)) response.setHeader(name, value)
      response.writeHead(sent.status, { 'content-length': answer.length })
      if (cut !== 'body') return response.end(answer)
      response.write(answer.subarray(0, answer.length >> 1), () => request.socket.destroy())
    })().catch(() => request.socket.destroy())
  })
  return {
    ...(await listen(server)),
    /** Loses the answers to the next paid requests in these places. */
    cut: (...next: Cut[]) => void cuts.push(...next),
    /** Payments of the requests so far, in order. */
    payments,
  }
}
