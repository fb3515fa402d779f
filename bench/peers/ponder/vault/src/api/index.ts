import { eq } from 'ponder'
import { db } from 'ponder:api'
import { vault } from 'ponder:schema'
import { Hono } from 'hono'

const app = new Hono()

app.get('/vault/:address', async (c) => {
  const [row] = await db
    .select()
    .from(vault)
    .where(eq(vault.address, c.req.param('address').toLowerCase()))
  if (!row) return c.json({ error: 'not found' }, 404)
  return c.json({
    ...row,
    totalAssets: String(row.totalAssets),
    totalSupply: String(row.totalSupply),
    blockNumber: String(row.blockNumber),
  })
})

export default app
