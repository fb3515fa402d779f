import { expect, test } from 'vitest'
import { registration } from '../../schema/agents/registration.ts'
import { dataOf } from '../account/support.ts'
import { startDiscoveryNet } from '../agents/identity/startDiscoveryNet.ts'
import { useNet } from '../support/useNet.ts'

const Registration =
  registration.storeSocialAgentRegistration.responses[200].content['application/json'].schema.shape.data
const PATH = '/social/agent-registration'

const net = useNet(() => startDiscoveryNet())

test('it is stored unless that is declined, and found where the answer says', async () => {
  const headers = await net.as('voter')
  expect(dataOf(await net.post(PATH, { store: false }, headers), Registration).storageStatus).toBe('skipped')
  const { storage, storageStatus } = dataOf(await net.post(PATH, {}, headers), Registration)
  expect(storageStatus).toBe('stored')
  expect((await fetch(storage?.gatewayUrl ?? '')).status).toBe(200)
})

test('concurrent requests store one document', async () => {
  const headers = await net.as('voter')
  const answers = await Promise.all(Array.from({ length: 12 }, () => net.post(PATH, {}, headers)))
  expect(new Set(answers.map((answer) => dataOf(answer, Registration).storage?.uri)).size).toBe(1)
  const row = await (await net.database()).prepare('select count(*) as n from stored_artifacts').first<{ n: number }>()
  expect(row?.n).toBe(1)
})
