import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startGateway, type Gateway } from './startGateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const read = async (path: string) => {
  const answer = await fetch(`${gateway.host}${path}`)
  expect(answer.status).toBe(200)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

test('/openapi.yaml is the document that is served as JSON', async () => {
  const { type, text } = await read('/openapi.yaml')
  expect(type).toBe('application/yaml; charset=utf-8')
  const json: unknown = JSON.parse((await read('/api/v1/spec.json')).text)
  expect(parse(text)).toEqual(json)
})

test.each(['/api/v1/spec.yaml', '/api/openapi.yaml'])('%s is the same', async (path) => {
  expect(await read(path)).toEqual(await read('/openapi.yaml'))
})
