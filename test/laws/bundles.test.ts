import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bundleOf } from '../../scripts/build.ts'
import { WORKER_NAMES, type WorkerName } from '../../scripts/workers.ts'

const KIB = 1024
/** Gzipped script, without wasm. The gateway carries the OpenAPI document twice. */
const BOUNDS: Partial<Record<WorkerName, number>> = { account: 150, build: 150, gateway: 170 }
const READS = 140

describe.each(WORKER_NAMES)('the bundle of %s', (worker) => {
  const source = readFileSync(bundleOf(worker))

  test('is small enough to start at once', () => {
    expect(gzipSync(source).byteLength / KIB).toBeLessThanOrEqual(BOUNDS[worker] ?? READS)
  })

  test('cannot broadcast: it names no method that sends a transaction, and reads no key', () => {
    const text = source.toString()
    // Requests to the workflow gateway are signed with a key of the operator's; there is no other.
    const keys = worker === 'cre' ? [] : ['PRIVATE_KEY']
    for (const word of ['eth_send', 'sendRawTransaction', 'privateKeyToAccount', ...keys])
      expect(text.includes(word), word).toBe(false)
  })

  test('brings the languages of its validation messages as English alone', () => {
    expect(source.toString()).not.toMatch(/Ungültige Eingabe|Entrada inválida/)
  })
})
