import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import * as z from 'zod'

/** Sums what moves by itself, from the beginning. */
export const WATCH_SHIFTS = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** Violations that axe finds on the page as it is now. */
export async function violations(page: Page): Promise<readonly string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  const found = Violations.parse(await page.evaluate('axe.run().then(({ violations }) => violations)'))
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

export interface Loaded {
  readonly faults: readonly string[]
  /** All that it loads, as gzip. */
  readonly bytes: number
  readonly requests: number
}

/** Opens a page, and says what went wrong: errors of the console, requests to others, words that a policy must not have. */
export async function load(
  page: Page,
  url: string,
  { ready, status = 200 }: { readonly ready?: string | undefined; readonly status?: number | undefined },
): Promise<Loaded> {
  const { origin, hash } = new URL(url)
  // Otherwise a second visit would stay in its document.
  if (hash !== '') await page.goto('about:blank')
  const faults: string[] = []
  const bodies: Promise<number>[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const isOwn404 = status === 404 && message.text().includes('404') && message.location().url === url
    if (message.type() === 'error' && !isOwn404) faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`a request to ${request.url()}`)
  })
  // Of a request that a navigation ended, the body never comes.
  page.on('requestfinished', (request) => {
    const body = request.response().then((response) => response?.body())
    bodies.push(
      body.then(
        (bytes) => (bytes ? gzipSync(bytes).length : 0),
        () => 0,
      ),
    )
  })
  const answer = await page.goto(url)
  if (ready !== undefined) await page.waitForSelector(ready)
  if (answer?.status() !== status) faults.push(`status ${answer?.status()}`)
  // The layout includes the drawings of the last scripts.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const policy = answer?.headers()['content-security-policy'] ?? 'no policy'
  if (!policy.startsWith(`default-src 'none';`) || policy.includes('unsafe')) faults.push(policy)
  const bytes = (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0)
  for (const event of ['pageerror', 'console', 'request', 'requestfinished'] as const) page.removeAllListeners(event)
  return { faults, bytes, requests: bodies.length }
}
