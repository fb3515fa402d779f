const MOST_DEPTH = 4
const MOST_KEYS = 40
const MOST_ITEMS = 20
const MOST_KEY = 64
const MOST_TEXT = 512
const MOST_BYTES = 8192
const DANGEROUS = new Set(['__proto__', 'prototype', 'constructor'])
const EMAIL = /[^\s@]@[^\s@]/

/**
 * A stranger's report about itself, as JSON that can be stored: at most 4 levels, 40 properties of an object, 20 items
 * of a list, 512 characters of a text and 8 KiB in all, above which nothing is kept. Texts that hold an e-mail address go.
 */
export function sanitisePayload(payload: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(sanitise(payload, 1))
  return new TextEncoder().encode(text).length > MOST_BYTES ? '{}' : text
}

function sanitise(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return EMAIL.test(value.slice(0, MOST_TEXT)) ? '[e-mail]' : value.slice(0, MOST_TEXT)
  if (typeof value !== 'object') return undefined
  if (depth > MOST_DEPTH) return '[max-depth]'
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => sanitise(item, depth + 1) ?? null)
  const entries = Object.entries(value)
    .map(([key, item]) => [key.trim().slice(0, MOST_KEY), item] as const)
    .filter(([key]) => !DANGEROUS.has(key))
    .slice(0, MOST_KEYS)
  return Object.fromEntries(entries.map(([key, item]) => [key, sanitise(item, depth + 1)]))
}
