import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { asObject, isObject, type Json } from '../../platform/json.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { breaksBetween } from './breaks.ts'
import { root, textOf } from './sources.ts'

const Breaks = z.array(
  z.strictObject({
    date: z.iso.date(),
    change: z.string().min(20),
    reason: z.string().min(20),
    /** As `breaksBetween` reports it; empty if the contract does not show it. */
    contract: z.array(z.string()),
  }),
)

const [newest = ''] = readdirSync(join(root, 'releases'))
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
const released: Json = JSON.parse(gunzipSync(readFileSync(join(root, `releases/${newest}/openapi.json.gz`))).toString())
const accepted = Breaks.parse(JSON.parse(textOf('releases/breaks.json')))

test('the contract breaks no caller of the newest release, except as releases/breaks.json says', () => {
  const found = breaksBetween(released, JSON.parse(openApiDocument()))
  const listed = accepted.flatMap(({ contract }) => contract)
  expect(found.filter((one) => !listed.includes(one))).toEqual([])
  expect(listed.filter((one) => !found.includes(one))).toEqual([])
})

test('each of these breaks is on the page that callers read', () => {
  const page = textOf('docs/compatibility.md')
  const rows = accepted.map(({ date, change, reason }) => `| ${date} | ${change} | ${reason} |`)
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
  expect(page).toContain(`## Breaking changes since ${newest}`)
})

/** The released document with another value behind some keys, or none. */
function changed(path: string, value: unknown): Json {
  const copy = structuredClone(released)
  const keys = path.split(' ')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<unknown>((at, key) => asObject(at)[key], copy)
  if (!isObject(parent)) throw new Error(`the release has no ${path}`)
  if (value === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, value)
  return copy
}

const USER = 'paths /v1/vetoken/user/{address} get'
const VAULTS = 'paths /v1/explore/vaults get'
const LOCK = 'components schemas VetokenLockRequest'
const ANSWER = 'components schemas VetokenUser'
const limit = { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 40 } }

test.each([
  ['getVetokenUser: is gone', USER, undefined],
  ['getVetokenUser: is named getLock', `${USER} operationId`, 'getLock'],
  ['getVetokenUser: needs a credential', `${USER} security`, [{ bearer: [] }]],
  ['getVetokenUser answer: is no longer application/json', `${USER} responses 200 content`, { 'text/plain': {} }],
  [
    'buildVetokenLock: no longer takes bearer',
    'paths /v1/build/vetoken/lock post security',
    [{ session: [] }, { siwaReceipt: [] }],
  ],
  [
    'listExploreVaults query limit: has another default',
    `${VAULTS} parameters 0`,
    { ...limit, schema: { type: 'integer', default: 10 } },
  ],
  ['listExploreVaults query limit: is required', `${VAULTS} parameters 0`, { ...limit, required: true }],
  ['listExploreVaults query limit: maximum was absent, is 5', `${VAULTS} parameters 0 schema maximum`, 5],
  ['listExploreVaults query limit: was integer, is string', `${VAULTS} parameters 0 schema type`, 'string'],
  ['listExploreVaults query limit: is gone', `${VAULTS} parameters 0`, { ...limit, name: 'count', schema: {} }],
  ['VetokenLockRequest: refuses unknown fields', `${LOCK} additionalProperties`, false],
  ['VetokenLockRequest: has fewer alternatives', `${LOCK} oneOf`, [{ required: ['amount'] }]],
  ['VetokenLockRequest.token: is required', `${LOCK} required`, ['durationSec', 'token']],
  ['VetokenLockRequest.token: has another pattern', `${LOCK} properties token pattern`, '^0x'],
  ['VetokenLockRequest.token: takes only some values', `${LOCK} properties token enum`, ['0x00']],
  ['VetokenUser.unlockable: is gone', `${ANSWER} properties unlockable`, undefined],
  ['VetokenUser.unlockable: may be null', `${ANSWER} properties unlockable nullable`, true],
  ['VetokenUser.unlockable: was boolean, is string', `${ANSWER} properties unlockable type`, 'string'],
  [
    'VetokenUser.lock.end: may be absent',
    `${ANSWER} properties lock required`,
    ['amount', 'start', 'lockedToken', 'underlyingValue'],
  ],
])('a change is found: %s', (found, keys, value) =>
  expect(breaksBetween(released, changed(keys, value))).toEqual([found]),
)

test.each([
  ['a new operation', 'paths /v1/new', { get: { operationId: 'getNew' } }],
  ['a new optional parameter', `${VAULTS} parameters 7`, { ...limit, name: 'fields' }],
  ['a new field of an answer', `${ANSWER} properties more`, { type: 'string' }],
  ['a new value in an answer', `${ANSWER} properties weekFloored enum`, ['yes', 'no', 'unknown', 'partly']],
  ['a new optional field of a body', `${LOCK} properties more`, { type: 'string' }],
  ['a further credential', 'paths /v1/build/vetoken/lock post security 3', { identity: [] }],
  ['a wider bound', `${VAULTS} parameters 0 schema minimum`, undefined],
  ['another text', `${USER} description`, 'Returns the lock.'],
])('%s breaks nothing', (_, keys, value) => expect(breaksBetween(released, changed(keys, value))).toEqual([]))
