import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again after Retry-After where a busy machine could not count the request, or for whatever else a 503 of these codes
 * says; any other answer is the answer.
 */
export async function patiently<T extends Pick<Response, 'headers'>>(
  ask: () => Promise<T>,
  codes: readonly string[] = [],
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const code = answer.headers.get('x-error-code') ?? ''
    if (!['limiter_unavailable', ...codes].includes(code) || tries === 30) return answer
    if (answer instanceof Response) await answer.arrayBuffer()
    await sleep(1000 * Number(answer.headers.get('retry-after')))
  }
}
