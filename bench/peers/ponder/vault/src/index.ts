import { type Context, type Event, ponder } from 'ponder:registry'
import { vault } from 'ponder:schema'

ponder.on('Vault:Deposit', ({ event, context }) => update(event, context))
ponder.on('Vault:Withdraw', ({ event, context }) => update(event, context))

/** Reads the vault at the event's block. */
async function update(event: Event<'Vault:Deposit' | 'Vault:Withdraw'>, context: Context) {
  const of = { abi: context.contracts.Vault.abi, address: event.log.address }
  const names = ['name', 'symbol', 'decimals', 'asset', 'totalAssets', 'totalSupply'] as const
  const [name, symbol, decimals, asset, totalAssets, totalSupply] = await Promise.all(
    names.map((functionName) => context.client.readContract({ ...of, functionName })),
  )
  const values = { name, symbol, decimals, asset, totalAssets, totalSupply, blockNumber: event.block.number }
  await context.db
    .insert(vault)
    .values({ address: event.log.address, ...values })
    .onConflictDoUpdate(values)
}
