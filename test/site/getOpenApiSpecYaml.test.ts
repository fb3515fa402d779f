import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from '../../platform/openapi.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site'] }))

const read = async (path: string) => {
  const answer = await fetch(`${net.host}${path}`)
  expect(answer.status).toBe(200)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

test('/openapi.yaml is the document that is served as JSON', async () => {
  const { type, text } = await read('/openapi.yaml')
  expect(type).toBe('application/yaml; charset=utf-8')
  expect(parse(text)).toEqual(JSON.parse(openApiDocument()))
})

test.each(['/api/v1/spec.yaml', '/api/openapi.yaml'])('%s is the same', async (path) => {
  expect(await read(path)).toEqual(await read('/openapi.yaml'))
})
