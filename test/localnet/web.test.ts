import { describe, expect, test } from 'vitest'
import { startServices } from '../../localnet/startServices.ts'
import { useWorld } from './useWorld.ts'
import { useNet } from '../support/useNet.ts'

const at = useWorld()
const services = useNet(() => startServices({ world: at().world }))

const lookUp = async (name: string, type: string): Promise<unknown> =>
  (await fetch(`${services.web.url}/dns-query?name=${name}&type=${type}`)).json()
const visit = (target: string, init: RequestInit = {}) =>
  fetch(`${services.web.url}/egress`, { ...init, headers: { 'x-egress-target': target }, redirect: 'manual' })

describe('happy', () => {
  test('each agent of the local world has a site, which mirrors its registration', async () => {
    for (const [agentId, host] of ['lantern.example', 'harbour.example'].entries()) {
      expect((await visit(`https://${host}/`)).status).toBe(200)
      const uri = String(await at().chain.read(at().contract('identityRegistry'), 'tokenURI', [agentId]))
      const mirror = await visit(`https://${host}/.well-known/agent-registration.json`)
      expect(mirror.headers.get('content-type')).toBe('application/json')
      expect(await mirror.json()).toEqual(JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString()))
    }
  })

  test('names are looked up in the form of public resolvers', async () => {
    const address = services.web.addressOf('lantern.example')
    expect(await lookUp('lantern.example', 'A')).toMatchObject({
      Status: 0,
      Question: [{ name: 'lantern.example', type: 1 }],
      Answer: [{ name: 'lantern.example', type: 1, data: address }],
    })
    expect(await lookUp('lantern.example', 'AAAA')).not.toHaveProperty('Answer')
    expect(await lookUp('nowhere.example', 'A')).toMatchObject({ Status: 3 })
    services.web.resolveTo('turning.example', ['93.184.216.1'], ['127.0.0.1', '::1'])
    expect(await lookUp('turning.example', 'A')).toMatchObject({ Answer: [{ data: '93.184.216.1' }] })
    expect(await lookUp('turning.example', 'AAAA')).toMatchObject({ Answer: [{ data: '::1' }] })
    expect(await lookUp('turning.example', 'A')).toMatchObject({ Answer: [{ data: '127.0.0.1' }] })
  })

  test('the Workers receive its URL', () => {
    expect(services.urls['web']).toBe(services.web.url)
    expect(services.variables).toMatchObject(services.web.variables)
  })
})

describe('security', () => {
  test('the gateway connects to nothing but sites of its own table', async () => {
    const results = async (target: string) => (await visit(target)).headers.get('x-egress-result')
    services.web.resolveTo('loopback.example', ['127.0.0.1'])
    services.web.resolveTo('elsewhere.example', ['8.8.8.8'])
    expect(await results('https://lantern.example/')).toBe('answered')
    expect(await results('https://loopback.example/')).toBe('refused')
    expect(await results('https://elsewhere.example/')).toBe('refused')
    expect(await results('https://nowhere.example/')).toBe('unreachable')
    expect(await results(at().rpcUrl)).toBe('unreachable')
    for (const target of ['ftp://lantern.example/', 'https://']) expect((await visit(target)).status, target).toBe(400)
    expect((await visit('https://lantern.example/', { method: 'POST' })).status).toBe(400)
  })
})
