import { Hono } from 'hono'
import { createPublicClient, http, isAddress, parseAbi, type Address } from 'viem'

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function asset() view returns (address)',
  'function totalAssets() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])

/** The read as a tutorial would write it: six calls in one multicall, for each request. */
const app = new Hono<{ Bindings: { readonly NODE: string; readonly MULTICALL: Address } }>()

app.get('/vault/:address', async (c) => {
  const address = c.req.param('address')
  if (!isAddress(address)) return c.json({ error: 'address' }, 400)
  const client = createPublicClient({ transport: http(c.env.NODE) })
  const of = { abi, address } as const
  const [name, symbol, decimals, asset, totalAssets, totalSupply] = await client.multicall({
    allowFailure: false,
    multicallAddress: c.env.MULTICALL,
    contracts: [
      { ...of, functionName: 'name' },
      { ...of, functionName: 'symbol' },
      { ...of, functionName: 'decimals' },
      { ...of, functionName: 'asset' },
      { ...of, functionName: 'totalAssets' },
      { ...of, functionName: 'totalSupply' },
    ],
  })
  return c.json({
    address,
    name,
    symbol,
    decimals,
    asset,
    totalAssets: String(totalAssets),
    totalSupply: String(totalSupply),
  })
})

export default app
