import { type Script, startScript } from './startScript.ts'

/** The least that a Worker can do: the baseline for all others. */
export const startBareWorker = (): Promise<Script> => startScript(`export default { fetch: () => new Response('ok') }`)

/** Headers that the runtime adds to an answer by itself. */
const OF_THE_RUNTIME = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']

/** The limit of a warm read: a Worker that sends the bytes and the headers of a URL's answer, both made beforehand. */
export async function startSameAnswer(url: string): Promise<Script> {
  const answer = await fetch(url)
  const headers = [...answer.headers].filter(([name]) => !OF_THE_RUNTIME.includes(name))
  return startScript(`
    const body = new TextEncoder().encode(${JSON.stringify(await answer.text())})
    const init = { headers: new Headers(${JSON.stringify(headers)}) }
    export default { fetch: () => new Response(body, init) }`)
}
