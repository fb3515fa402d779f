import { asJson, asText } from '../json.ts'
import type { Answer } from '../request/send.ts'

type Fact = readonly [term: string, text: string]

/** Headers that matter, and the block of the answer, in words. */
export function factsOf({ headers, json }: Answer): Fact[] {
  const header = (name: string) => headers.get(name)
  const data = asJson(asJson(json)['data'] ?? json)
  const { blockNumber, timestamp, source } = asJson(data['asOf'])
  const block = asText(blockNumber) || header('x-as-of-block')
  const limit = header('x-ratelimit-limit')
  const facts: (readonly [string, string | null])[] = [
    ['As of block', block && [block, timeOf(timestamp), asText(source)].filter(Boolean).join(' · ')],
    ['Stale', header('x-stale') && 'the last good answer, because no node could be read'],
    [
      'Budget',
      limit &&
        `${grouped(header('x-ratelimit-remaining'))} of ${grouped(limit)} left, full in ${header('x-ratelimit-reset')} s`,
    ],
    ['Cache', header('cache-control')],
    ['Request', header('x-request-id')],
  ]
  return facts.flatMap(([term, text]) => (text ? [[term, text]] : []))
}

const timeOf = (seconds: unknown): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC') : ''

const grouped = (digits: string | null): string => Number(digits).toLocaleString('en')

/** A number of bytes in words. */
export const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`)
