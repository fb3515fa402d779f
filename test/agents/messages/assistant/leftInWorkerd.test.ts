import { expect, test } from 'vitest'
import { begin, sendChunk } from '../../../../localnet/model/startModel.ts'
import { held, startStreamNet } from './startStreamNet.ts'
import { useNet } from '../../../support/useNet.ts'

const net = useNet(() => startStreamNet({ inWorkerd: true }))

test('a stream that its client leaves ends the request to the model, and frees its slot', async () => {
  const owner = await net.signedIn('owner')
  const answer = held(net.model)
  const stream = await net.open('Hello', owner)
  const response = begin(await answer)
  sendChunk(response, { content: 'first' })
  for (const event of ['open', 'meta', 'delta']) expect((await stream.next())?.event).toBe(event)
  expect([net.model.open.size, await net.openStreams('owner')]).toEqual([1, 1])
  stream.hangUp()
  await expect
    .poll(() => {
      // The local runtime notices with the next write that nobody is there.
      sendChunk(response, { content: 'more' })
      return net.model.open.size
    })
    .toBe(0)
  await expect.poll(() => net.openStreams('owner')).toBe(0)
})
