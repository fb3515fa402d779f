import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again after Retry-After while a busy machine cannot count requests; any other answer is the answer. */
export async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.headers.get('x-error-code') !== 'limiter_unavailable' || tries === 30) return answer
    await answer.arrayBuffer()
    await sleep(1000 * Number(answer.headers.get('retry-after')))
  }
}
