import { type Script, startScript } from './startScript.ts'

/** The least that a Worker can do: the baseline for all others. */
export const startBareWorker = (): Promise<Script> => startScript(`export default { fetch: () => new Response('ok') }`)

/** Headers that the runtime adds to an answer by itself. */
export const OF_THE_RUNTIME = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']

/**
 * The limits of a warm read: Workers that send the bytes and the headers of a URL's answer, both made beforehand. `same` does
 * nothing else; `counted` reads of each request what decides its answer, and writes an id and a budget, without knowing any.
 */
export async function startSameAnswers(
  url: string,
  inspectorPort?: number,
): Promise<{ readonly same: Script; readonly counted: Script }> {
  const answer = await fetch(url)
  const headers = [...answer.headers].filter(([name]) => !OF_THE_RUNTIME.includes(name))
  const kept = `
    const body = new TextEncoder().encode(${JSON.stringify(await answer.text())})
    const init = { headers: new Headers(${JSON.stringify(headers)}) }`
  const counted = `
    let left = 1e9
    export default {
      fetch(request) {
        const { headers } = request
        const asked = [request.method, request.url, ...['if-none-match', 'cf-connecting-ip', 'x-request-id'].map((name) => headers.get(name))]
        if (asked.includes('HEAD')) return new Response(null, init)
        left -= 1
        init.headers.set('ratelimit', \`"read";r=\${left};t=34\`)
        init.headers.set('x-ratelimit-remaining', \`\${left}\`)
        init.headers.set('x-request-id', crypto.randomUUID())
        return new Response(body, init)
      },
    }`
  return {
    same: await startScript(`${kept}\nexport default { fetch: () => new Response(body, init) }`),
    counted: await startScript(kept + counted, inspectorPort === undefined ? {} : { inspectorPort }),
  }
}
