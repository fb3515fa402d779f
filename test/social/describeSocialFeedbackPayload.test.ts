import { expect, test } from 'vitest'
import { z } from 'zod'
import { FeedbackPayloadDescription } from '../../schema/social/feedbackPayload.ts'
import { dataOf, toAnswer } from '../account/support.ts'
import { startSocialNet } from './startSocialNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startSocialNet())

const describe = async (headers: Record<string, string> = {}) =>
  dataOf(await toAnswer(await fetch(`${net.root}/social/feedback-payload`, { headers })), FeedbackPayloadDescription)

test('names every field of the documented body, and which of them must be there', async () => {
  const { requiredBody, optionalBody, ...others } = await describe()
  expect(requiredBody).toEqual(['agentId', 'value', 'valueDecimals'])
  expect(optionalBody.toSorted().join(' ')).toBe(
    'attachments capability clientAddress context createdAt domain endpoint name proofOfPayment reasoning reproducible skill store tag1 tag2',
  )
  expect(others).toMatchObject({
    operationId: 'buildSocialFeedbackPayload',
    endpoint: `${net.host}/api/social/feedback-payload`,
    method: 'POST',
    maxBodyBytes: 65_536,
    authentication: ['session', 'bearer', 'siwaReceipt+erc8128+erc8128Input+contentDigest'],
  })
})

test('its example is taken as it is, and each field that must be there is missed', async () => {
  const { example, requiredBody } = await describe()
  const answer = await net.build(example)
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ data: { storageStatus: 'stored', warnings: [] } })
  for (const name of requiredBody) {
    const refused = await net.build({ ...example, [name]: undefined })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(z.object({ error: z.string() }).parse(refused.json).error).toBe(`invalid_request: ${name}: is required`)
  }
})

test('asks for no credential, and minds none that is wrong', async () => {
  expect(await describe({ authorization: 'Bearer nobody' })).toEqual(await describe())
})
