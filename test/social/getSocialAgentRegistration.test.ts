import { expect, test } from 'vitest'
import { registration } from '../../schema/agents/registration.ts'
import { dataOf } from '../account/support.ts'
import { startDiscoveryNet } from '../agents/identity/startDiscoveryNet.ts'
import { useNet } from '../support/useNet.ts'

const Registration =
  registration.getSocialAgentRegistration.responses[200].content['application/json'].schema.shape.data
const PATH = '/social/agent-registration'

const net = useNet(() => startDiscoveryNet())

const rows = async () =>
  (await (await net.database()).prepare('select count(*) as n from stored_artifacts').first<{ n: number }>())?.n

test('anyone sees the file, which is the one that the host serves, and nothing is stored', async () => {
  const data = dataOf(await net.get(PATH), Registration)
  expect(data).toMatchObject({ storageStatus: 'skipped' })
  expect(data.storage).toBeUndefined()
  expect(data.registration).toEqual(await (await fetch(`${net.host}/.well-known/agent-registration.json`)).json())
  expect(data.uriPolicy).toMatchObject({
    mirrorUrl: `${net.host}/.well-known/agent-registration.json`,
    domainVerificationUrl: `${net.host}/.well-known/erc8004.json`,
  })
  const [, base64 = ''] = data.uriPolicy.preferredOnchainUri.split(',')
  expect(JSON.parse(Buffer.from(base64, 'base64').toString())).toEqual(data.registration)
  expect(await rows()).toBe(0)
})

test('storing it takes a credential, by GET as well', async () => {
  expect((await net.get(`${PATH}?store=true`)).code).toBe('unauthenticated')
  expect(await rows()).toBe(0)
  const data = dataOf(await net.get(`${PATH}?store=true`, await net.as('voter')), Registration)
  expect(data).toMatchObject({ storageStatus: 'stored' })
  expect(await rows()).toBe(1)
  // Nobody is served that answer from a cache.
  expect(dataOf(await net.get(PATH), Registration).storageStatus).toBe('skipped')
})
