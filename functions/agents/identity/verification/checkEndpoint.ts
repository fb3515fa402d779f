import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import type { OutsideResult } from '../../../../shared/outside/ReadOutside.ts'

/** Asks an endpoint of an agent for its document. `now` in unix milliseconds. */
export async function checkEndpoint(
  { name, url }: { readonly name: string; readonly url: string },
  read: (uri: string) => Promise<OutsideResult>,
  now: () => number,
): Promise<IdentityReport['endpoint']> {
  const from = now()
  const answer = await read(url)
  const head = { source: name, url, finalUrl: answer.finalUrl, status: answer.status }
  const responseTimeMs = answer.status === null ? null : now() - from
  return answer.ok
    ? { ...head, checked: true, ok: true, responseTimeMs, contentType: answer.contentType, error: null }
    : { ...head, checked: answer.status !== null, ok: false, responseTimeMs, contentType: null, error: answer.detail }
}
