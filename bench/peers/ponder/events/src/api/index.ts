import { count } from 'ponder'
import { db } from 'ponder:api'
import { deposit } from 'ponder:schema'
import { Hono } from 'hono'

const app = new Hono()

app.get('/count', async (c) => {
  const [row] = await db.select({ count: count() }).from(deposit)
  return c.json(row)
})

export default app
