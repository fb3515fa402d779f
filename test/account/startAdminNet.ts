import { getAddress, type LocalAccount } from 'viem'
import * as z from 'zod'
import { addressOf } from '../../localnet/world/accounts.ts'
import { CreatorAccess } from '../../schema/account/creatorAccess.ts'
import { seeded } from '../support/seeded.ts'
import { accountOf, type Answer, bearer, dataOf, signIn, startAccountNet, toAnswer } from './support.ts'

const Logged = z.object({
  admin_address: z.string(),
  action: z.string(),
  target_type: z.string(),
  target_id: z.string(),
  details: z.string().transform((text): unknown => JSON.parse(text)),
  ip_hash: z.string(),
  created_at: z.int(),
})

/** A row of the admin log. */
export type Logged = z.output<typeof Logged>

type Headers = Readonly<Record<string, string>>

/** An administrator's address. */
export const ADMINS_IP = '203.0.113.77'

/** An account net with two administrators, `admin` and `owner`. */
export async function startAdminNet() {
  const net = await startAccountNet({ variables: { ADMIN_ADDRESSES: `${addressOf('admin')},${addressOf('owner')}` } })
  const random = seeded('admin net')
  const database = await net.database()
  const sessionOf = async (account: LocalAccount) => bearer((await signIn(net.api, account)).token)
  const from = { 'cf-connecting-ip': ADMINS_IP }
  const admins = {
    first: { ...(await sessionOf(accountOf(net, 'admin'))), ...from },
    second: { ...(await sessionOf(accountOf(net, 'owner'))), ...from },
  }
  const send = async (path: string, init: RequestInit) => toAnswer(await fetch(`${net.api}${path}`, init))

  const post = (path: string, body: unknown, headers: Headers = admins.first): Promise<Answer> =>
    send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })

  return {
    net,
    ...admins,
    post,
    get: (path: string, headers: Headers = admins.first): Promise<Answer> => send(path, { headers }),
    newWallet: () => random.account(),
    sessionOf,
    /** Somebody new with a pending request: the wallet, its session and the request's id. */
    async newRequest() {
      const wallet = random.account()
      const session = await sessionOf(wallet)
      const { requestId } = dataOf(await post('/creator-access/request', {}, session), CreatorAccess)
      if (requestId === undefined) throw new Error('there is no request')
      return { wallet: getAddress(wallet.address), session, requestId }
    },
    /** Rows of a query; each `?` stands for one of the values. */
    rows: async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
      (
        await database
          .prepare(query)
          .bind(...values)
          .all()
      ).results,
    /** Rows of the admin log about a target, the oldest first. */
    async log(target: string | number): Promise<Logged[]> {
      const found = database.prepare('select * from admin_log where target_id = ? order by id').bind(String(target))
      return z.array(Logged).parse((await found.all()).results)
    },
    /** Runs work while a table cannot be reached. */
    async without(table: string, work: () => Promise<void>): Promise<void> {
      await database.exec(`alter table ${table} rename to ${table}_away`)
      try {
        await work()
      } finally {
        await database.exec(`alter table ${table}_away rename to ${table}`)
      }
    },
    stop: () => net.stop(),
  }
}

export type AdminNet = Awaited<ReturnType<typeof startAdminNet>>
