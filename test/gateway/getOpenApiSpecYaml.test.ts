import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startGateway, type Gateway } from './startGateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test.each(['/api/v1/spec.yaml', '/openapi.yaml', '/api/openapi.yaml'])(
  '%s is the document that is served as JSON',
  async (path) => {
    const answer = await fetch(`${gateway.host}${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    const json: unknown = await (await fetch(`${gateway.host}/api/v1/spec.json`)).json()
    expect(parse(await answer.text())).toEqual(json)
  },
)
