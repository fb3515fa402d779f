import { ponder } from 'ponder:registry'
import { deposit } from 'ponder:schema'

ponder.on('Vault:Deposit', async ({ event, context }) => {
  await context.db.insert(deposit).values({
    id: event.id,
    blockNumber: event.block.number,
    blockTime: event.block.timestamp,
    txHash: event.transaction.hash,
    ...event.args,
  })
})
