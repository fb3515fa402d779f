import { openFront, ORIGIN } from '../../support/inProcess/openFront.ts'

export { ORIGIN } from '../../support/inProcess/openFront.ts'

/** Sends a request to the Worker `site` between families of the test. It has no asset. */
export async function openSite(sides: Readonly<Record<string, object>>) {
  const send = await openFront('site', { ASSETS: { fetch: async () => new Response(null, { status: 404 }) }, ...sides })
  return (path: string, init?: RequestInit): Promise<Response> => send(new Request(`${ORIGIN}${path}`, init))
}

/** An answer in the envelope, by the requested path. */
export const answers =
  (byPath: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) =>
  (request: Request): Response => {
    const path = Object.keys(byPath).find((one) => request.url.includes(one))
    return path === undefined
      ? refusal(404, 'not_found')
      : Response.json({ success: true, data: byPath[path] }, { headers })
  }

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ code, detail: 'as the family says it' }, { status, headers: { 'x-error-code': code, ...headers } })
