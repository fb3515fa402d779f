import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { codesOf } from '../../schema/codesOf.ts'
import { ERRORS, type ErrorCode } from '../../schema/errors.ts'
import { FAMILIES } from '../../schema/families.ts'
import { HOST_PATHS } from '../../schema/hostPaths.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { LIMITS } from '../../schema/limits.ts'
import { type Operation, optionally, SECURITY } from '../../schema/operation.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { factsAbout } from '../support/facts.ts'
import { COMPLETE, DOCUMENTED } from './documented.ts'
import { at } from './json.ts'
import { filesUnder, textOf } from './sources.ts'

const all = Object.entries(OPERATIONS).flatMap(([family, operations]) =>
  Object.entries(operations).map(([key, operation]) => ({ family, key, operation })),
)
const document: unknown = JSON.parse(openApiDocument())
const statusOf = (code: ErrorCode): number => ERRORS[code].status
const functions = filesUnder('functions')
const tests = filesUnder('test', '.test.ts')

/** A provider pushes whole transactions, a batch of calls is as long as a node would take it, an image of 10 MiB comes in base64. */
function boundOf({ operationId, ...operation }: Operation): number {
  if (operation['x-auth'] === 'ingest') return 1_048_576
  if (operation['x-relays'] || operationId === 'callPaymaster') return 512_000
  return operationId === 'uploadImageAsset' ? 14_680_064 : 262_144
}

describe('every operation', () => {
  const fact = factsAbout(all, ({ family, key }) => `${family}: ${key}`)

  fact('goes by its operationId, and stands under its family', ({ family, key, operation }) => {
    expect(operation.operationId).toBe(key)
    expect(operation.tags).toEqual([family])
  })

  fact('has a handler file of its name, which exports it', ({ family, key }) => {
    const files = functions.filter((file) => file.startsWith(`functions/${family}/`) && file.endsWith(`/${key}.ts`))
    expect(files).toHaveLength(1)
    expect(textOf(files[0] ?? '')).toMatch(new RegExp(`^export const ${key}\\b`, 'm'))
  })

  fact('has tests: a file of its name, or a part of its name in another of its family', ({ family, key }) => {
    const named = new RegExp(`/${key}(?:\\.\\w+)?\\.test\\.ts$`)
    const ofFamily = tests.filter((file) => file.startsWith(`test/${family}/`))
    expect(ofFamily.filter((file) => named.test(file) || textOf(file).includes(`describe('${key}'`))).not.toEqual([])
  })

  fact('is reached by the prefixes of its family', ({ family, operation }) => {
    const own = <T>(byFamily: Readonly<Record<string, readonly T[]>>): readonly T[] => byFamily[family] ?? []
    expect(
      own<string>(FAMILIES).some((prefix) => operation.path === prefix || operation.path.startsWith(`${prefix}/`)) ||
        own<string>(HOST_PATHS).includes(`/api${operation.path}`),
    ).toBe(true)
  })

  fact('has a summary and a budget', ({ operation }) => {
    expect(operation.summary).toMatch(/^\S.*[^.\s]$/)
    expect(Object.keys(LIMITS)).toContain(operation['x-limit'])
  })

  fact('says the same of its credential to OpenAPI as to the pipeline', ({ operation }) => {
    const { 'x-auth': auth, 'x-auth-when': when, 'x-auth-optional': optional } = operation
    // An operation that is gone is gone for everyone; its document still says what it took.
    if (operation['x-deprecated']) return expect([auth, operation.security]).toEqual([undefined, SECURITY.write])
    const some = when?.auth ?? optional
    const sometimes = some && optionally(some)
    expect(operation.security).toEqual(auth === undefined ? sometimes : SECURITY[auth])
    expect(codesOf(operation).has('unauthenticated')).toBe((auth ?? some) !== undefined)
  })

  fact('needs a credential for some requests only where it is a public read with such a parameter', ({ operation }) => {
    const when = operation['x-auth-when']
    if (!when) return
    expect([operation.method, operation['x-auth']]).toEqual(['get', undefined])
    const query = operation.request?.query
    expect(query instanceof z.ZodObject && Object.keys(query.shape)).toContain(when.query)
  })

  fact('says when it was deprecated and when its path may go, where it is, in the document too', ({ operation }) => {
    const published = at(document, 'paths', operation.path, operation.method)
    expect(at(published, 'deprecated') === true).toBe(operation['x-deprecated'] !== undefined)
    if (!operation['x-deprecated']) return
    const { since, sunset, successor } = operation['x-deprecated']
    // As docs/compatibility.md promises.
    expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(180 * 86_400_000)
    expect(at(published, 'x-deprecated')).toEqual(operation['x-deprecated'])
    if (successor) expect(all.map((other) => other.operation.path)).toContain(successor)
  })

  fact('is kept by caches only where it is the same for everyone', ({ operation }) => {
    if (!operation['x-cache']) return
    expect(operation.method).toBe('get')
    expect(operation['x-auth']).toBeUndefined()
    expect(operation['x-cache'].staleWhileRevalidate).toBeGreaterThanOrEqual(operation['x-cache'].sMaxAge)
  })

  fact('bounds its body, where it may be sent one', ({ operation }) => {
    expect(operation['x-body'] !== undefined).toBe(operation.method !== 'get')
    if (operation.method === 'get') expect(operation.request?.body).toBeUndefined()
    if (!operation['x-body']) return
    expect(operation.method).not.toBe('get')
    expect(operation['x-body'].bound).toBeLessThanOrEqual(boundOf(operation))
    expect(codesOf(operation).has('body_too_large')).toBe(true)
  })

  fact(
    'declares what a limiter, a fault of this service and a wrong input get, and describes its answer alone',
    ({ operation }) => {
      const codes = codesOf(operation)
      expect([...codes]).toEqual(expect.arrayContaining(['rate_limited', 'internal_error']))
      if (operation.request) expect(codes.has('invalid_request')).toBe(true)
      expect(Object.keys(operation.responses)).toEqual(operation['x-deprecated'] ? [] : ['200'])
    },
  )
})

describe('the documented operations', () => {
  const existing = new Map(
    all.map(({ family, operation }) => [`${operation.method.toUpperCase()} ${operation.path}`, { family, operation }]),
  )
  const documented = Object.entries(DOCUMENTED).flatMap(([family, calls]) =>
    Object.entries(calls).map(([call, promise]) => ({ family, call, promise })),
  )

  test('all exist, of the families that are complete', () => {
    const complete = documented.filter(({ family }) => COMPLETE.includes(family))
    expect(new Set(complete.map(({ family }) => family))).toEqual(new Set(COMPLETE))
    expect(complete.filter(({ call }) => !existing.has(call))).toEqual([])
  })

  const kept = documented.filter(({ call }) => existing.has(call))
  factsAbout(kept, ({ call }) => call)('are as documented', ({ family, call, promise }) => {
    const found = existing.get(call)
    const statuses = promise.only ?? [200, 429, ...(promise.kind === 'read' ? [] : [401]), ...(promise.also ?? [])]
    expect(found?.family).toBe(family)
    expect(found?.operation.operationId).toBe(promise.id)
    const codes = found ? [...codesOf(found.operation)] : []
    const answered = [...Object.keys(found?.operation.responses ?? {}).map(Number), ...codes.map(statusOf)]
    expect(answered).toEqual(expect.arrayContaining([...statuses]))
    if (promise.kind === 'read') expect(found?.operation['x-auth']).toBeUndefined()
    if (promise.kind === 'machine') expect(['cron', 'ingest', 'runtime']).toContain(found?.operation['x-auth'])
    if (promise.kind === 'write' && !promise.only) expect(found?.operation['x-auth']).toBe('write')
    if (promise.kind === 'builder') expect(found?.operation['x-auth']).toBe('build')
  })
})

test('no prefix of a family hides in another’s', () => {
  const prefixes = Object.entries(FAMILIES).flatMap(([family, own]) => own.map((prefix) => ({ family, prefix })))
  for (const { prefix } of prefixes) expect(prefix).toMatch(/^(\/v1)?\/[a-z]+(-[a-z]+)*$/)
  expect(new Set(prefixes.map(({ prefix }) => prefix)).size).toBe(prefixes.length)
  for (const a of prefixes)
    for (const b of prefixes) if (`${a.prefix}/`.startsWith(`${b.prefix}/`)) expect(a.family).toBe(b.family)
})
