import { expect, test } from 'vitest'
import { decodePng } from '../../support/decodePng.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site', 'vault', 'token'], inWorkerd: true }))

test('a card passes from the Worker that draws it to the one that answers, and the page is rendered', async () => {
  const page = await fetch(`${net.host}/vault/${net.world.contracts.vault}`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const answer = await fetch(`${net.host}/vault/${net.world.contracts.vault}/card.png`)
  expect(answer.status).toBe(200)
  const { width, height } = decodePng(new Uint8Array(await answer.arrayBuffer()))
  expect([width, height]).toEqual([1200, 630])
})
