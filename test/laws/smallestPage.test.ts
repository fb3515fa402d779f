import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../../platform/openapi.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import { factsAbout } from '../support/facts.ts'
import { exampleOf } from './exampleCalls.ts'
import { at, isRecord, records, resolved } from './json.ts'
import { operations, startLive } from './live.ts'
import { useNet } from '../support/useNet.ts'

const document: unknown = JSON.parse(openApiDocument())

/** The part of the request that holds an operation's `limit`; undefined without one. */
function locationOf({ request, ...operation }: Operation): 'query' | 'body' | undefined {
  const isIn = (schema: unknown) => schema instanceof z.ZodObject && 'limit' in schema.shape
  if (isIn(request?.query)) return 'query'
  return request?.body && isIn(bodySchema({ request, ...operation })) ? 'body' : undefined
}

const lists = operations.flatMap(({ id, operation }) => {
  const location = locationOf(operation)
  return location ? [{ id, operation, location }] : []
})

const live = useNet(() => startLive())

/** An answer without what differs between two requests for the same. */
const withoutTime = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutTime)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, part]) =>
            key === 'asOf' || key === 'generatedAt' ? [] : [[key, withoutTime(part)]],
          ),
        )
      : value

test('many operations take a limit', () => {
  expect(lists.length).toBeGreaterThan(14)
})

describe('every limit', () => {
  const fact = factsAbout(lists, ({ id }) => id)

  fact('is documented from 0, which counts as 1', ({ operation, location }) => {
    const { method, path } = operation
    const published = at(document, 'paths', path.replaceAll('/', '~1'), method)
    const parameters = Object.values(records(at(published, 'parameters'))).map((one) => resolved(document, one))
    const body = resolved(document, at(published, 'requestBody', 'content', 'application/json', 'schema'))
    const parameter = parameters.find((one) => at(one, 'name') === 'limit')
    const schema = location === 'query' ? at(parameter, 'schema') : at(body, 'properties', 'limit')
    expect(at(schema, 'minimum')).toBe(0)
    expect(at(location === 'query' ? parameter : schema, 'description')).toMatch(/\b0 counts as 1\b/)
  })

  fact('of 0 answers as 1 does', async ({ id, operation, location }) => {
    const { query, body, ...call } = await exampleOf(id)(live)
    const answers = []
    for (const limit of [0, 1]) {
      const sent =
        location === 'query'
          ? { ...call, query: { ...query, limit: String(limit) }, ...(body === undefined ? {} : { body }) }
          : { ...call, ...(query === undefined ? {} : { query }), body: { ...(isRecord(body) ? body : {}), limit } }
      const answer = await live.send(operation, sent)
      answers.push({ status: answer.status, data: withoutTime(await answer.json()) })
    }
    const [none, one] = answers
    expect(one?.status).toBe(200)
    expect(none).toEqual(one)
  })
})
