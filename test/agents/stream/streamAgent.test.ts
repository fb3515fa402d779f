import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { begin, finish, sendChunk } from '../../../localnet/model/startModel.ts'
import { dataOf, held, startStreamNet, type StreamNet } from './startStreamNet.ts'

let net: StreamNet
let owner: Record<string, string>
beforeAll(async () => {
  net = await startStreamNet()
  owner = await net.signedIn('owner')
}, 60_000)
afterAll(() => net?.stop())
afterEach(() => {
  net.model.respond = undefined
})

describe('streamAgent', () => {
  test('answers in events, with the figures of the read that it asked for', async () => {
    const stream = await net.open('Which epoch of gauge voting is it?', owner)
    const events = await stream.rest()
    console.log(stream.response.headers, events)
  })

  test('sends each part as soon as the model does, and ends what it asked of the model when the client is gone', async () => {
    const answer = held(net.model)
    const stream = await net.open('Hello', owner)
    const response = begin(await answer)
    sendChunk(response, { content: 'first' })
    console.log(await stream.next(), await stream.next(), await stream.next())
    stream.hangUp()
    await expect.poll(() => net.model.open.size, { timeout: 10000 }).toBe(0)
    const slots = await net.objects('STREAM_SLOTS')
  })
})
