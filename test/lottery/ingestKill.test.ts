import { expect, test, vi } from 'vitest'
import { envelope } from '../../schema/common.ts'
import { LotteryIngest } from '../../schema/lottery/ingest.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { startIngestNet } from './startIngestNet.ts'
import { buyLogs, pushed, recorded } from './svmTransactions.ts'
import { useNet } from '../support/useNet.ts'

const random = seeded('kills between deliveries')
const net = useNet(() => startIngestNet({ inWorkerd: true }))

test('kill -9 between the parts of deliveries loses nothing that was accepted', { timeout: 600_000 }, async () => {
  const transactions = Array.from({ length: soak(60, 300) }, () => recorded(buyLogs({})))
  for (const transaction of transactions) net.svm.record(transaction)
  const kept = new Set<string>()
  for (let kill = 0; kill < soak(2, 50); kill++) {
    let answers = 0
    const stopping = new AbortController()
    const send = async (): Promise<void> => {
      const part = random.shuffled(transactions).slice(0, 7)
      const response = await net.deliver(pushed(...part))
      if (response.status !== 200) return
      answers++
      for (const { signature } of part) kept.add(signature)
    }
    const sending = Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        while (!stopping.signal.aborted) await send()
      }),
    )
    const enough = 1 + random.below(20)
    await vi.waitUntil(() => answers >= enough, { timeout: 45_000, interval: 1 })
    await net.kill()
    stopping.abort()
    await sending
    await net.answering()
  }
  const rows = await net.rows(...kept)
  expect(rows.map((row) => row.signature).toSorted()).toEqual([...kept].toSorted())
  const again = await net.deliver(pushed(...transactions.slice(0, 60)))
  expect(envelope(LotteryIngest).parse(await again.json()).data).toMatchObject({ resolved: 60 })
})
