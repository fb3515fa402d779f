import * as api from 'creator-vault'
import { describe, expect, test } from 'vitest'
import { contractOf, type Document } from '../../platform/client/contractOf.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { at, isRecord, records, resolved } from '../laws/json.ts'
import { operations } from '../laws/live.ts'
import { factsAbout } from '../support/facts.ts'

const document: Document = JSON.parse(openApiDocument())
const network = { chainId: 31_337, baseUrl: 'https://api.example.com/api' }

/** The names of a location of the parameters, with their examples. */
function examples(published: unknown, location: string): [name: string, example: unknown][] {
  return Object.values(records(at(published, 'parameters')))
    .map((one) => resolved(document, one))
    .filter((one) => at(one, 'in') === location)
    .map((one) => [String(at(one, 'name')), at(one, 'example')])
}

/** The answer that the document shows, with its type; of a file some bytes. */
function documentedAnswer(published: unknown) {
  const contents = records(at(published, 'responses', '200', 'content'))
  const [type = 'application/json', content] = Object.entries(contents)[0] ?? []
  const example = at(content, 'example')
  return { type, body: typeof example === 'string' ? example : JSON.stringify(example ?? { success: true, data: {} }) }
}

/** Calls an operation by its name, as a program does, and gives the request that it sends and what it resolves to. */
async function called(id: string, parameters: object, answer: { readonly type: string; readonly body: string }) {
  const sent: Request[] = []
  const client = api.createClient({
    network,
    credential: {
      authorize: (request) => new Request(request, { headers: [...request.headers, ['x-proof', 'mine']] }),
    },
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      return new Response(answer.body, { headers: { 'content-type': answer.type } })
    },
  })
  const operation: unknown = Reflect.get(api, id)
  if (typeof operation !== 'function') throw new Error(`the client has no function ${id}`)
  const returned: unknown = operation(client, parameters)
  const result: unknown =
    isRecord(returned) && Symbol.asyncIterator in returned ? await firstOf(returned) : await returned
  const [request] = sent
  if (!request) throw new Error(`${id} sent nothing`)
  return { request, result }
}

async function firstOf(events: object): Promise<unknown> {
  const next: unknown = Reflect.get(events, 'next')
  if (typeof next !== 'function') throw new Error('no generator')
  const { value } = await Reflect.apply(next, events, [])
  await Reflect.apply(Reflect.get(events, 'return'), events, [])
  return value
}

/** The document shows each operation’s call with its parameters, and its answer. */
const documented = operations.map(({ id, operation }) => {
  const published = document.paths[operation.path]?.[operation.method]
  const body = at(published, 'requestBody', 'content', 'application/json', 'example')
  const path = examples(published, 'path')
  const query = examples(published, 'query')
  const { isPlain } = contractOf(document, operation.method, operation.path)
  const parameters = { ...Object.fromEntries([...path, ...query]), ...(isPlain ? records(body) : { body }) }
  return { id, operation, published, body, path, query, parameters, answer: documentedAnswer(published) }
})

describe('every operation', () => {
  const fact = factsAbout(documented, ({ id }) => id)

  fact('is called as the document says, from the parameters of its example', async (one) => {
    const { id, operation, published, body, path, query } = one
    const { request } = await called(id, one.parameters, one.answer)
    const filled = path.reduce(
      (whole, [name, value]) => whole.replace(`{${name}}`, encodeURIComponent(String(value))),
      operation.path,
    )
    const { pathname, searchParams } = new URL(request.url)
    expect(request.method).toBe(operation.method.toUpperCase())
    expect(pathname).toBe(`/api${filled}`)
    expect(Object.fromEntries(searchParams)).toEqual(
      Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    )
    const text = await request.text()
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(body)
    expect(request.headers.get('content-type')).toBe(body === undefined ? null : 'application/json')
    expect(request.headers.has('idempotency-key')).toBe(at(published, 'x-idempotency') !== undefined)
    const takesSession = Object.values(records(at(published, 'security'))).some(
      (requirement) => 'bearer' in records(requirement),
    )
    expect(request.headers.get('x-proof')).toBe(takesSession ? 'mine' : null)
    expect(request.headers.get('accept')).toMatch(/^application\/problem\+json/)
  })

  fact('resolves to what its example carries', async ({ id, published, parameters, answer }) => {
    const { result } = await called(id, parameters, answer)
    if (result instanceof Blob) {
      expect(at(published, 'x-answer')).not.toBe('envelope')
      expect([result.type, await result.text()]).toEqual([answer.type, answer.body])
    } else if (at(published, 'x-answer') === 'stream') {
      expect(result).toMatchObject({ event: 'open', data: { correlationId: expect.any(String) } })
    } else {
      const whole: unknown = JSON.parse(answer.body)
      expect(result).toEqual(at(published, 'x-answer') === 'envelope' ? at(whole, 'data') : whole)
    }
  })
})

test('has a function for every operation of the document', () => {
  const functions = Object.entries(api).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  expect(operations.map(({ id }) => id).filter((id) => !functions.includes(id))).toEqual([])
})
