import type { Lane } from '../../../functions/social/reputation/lanes.ts'
import { runLane } from '../../../functions/social/reputation/runLane.ts'
import { startReputation } from '../../../localnet/reputation/startReputation.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { createReputationProvider } from '../../../functions/social/reputation/provider/createReputationProvider.ts'
import { createAccountStore, type LinkedAccount, type Wallet } from '../../../shared/store/accounts.ts'
import { createReputationStore } from '../../../functions/social/store/reputation.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

export type Lanes = Awaited<ReturnType<typeof startLanes>>

export const addressOf = (i: number): `0x${string}` => `0x${i.toString(16).padStart(40, '0')}`
export const keyOf = (i: number): string => `address:${addressOf(i)}`

/** The lanes over a D1 and a provider of their own, without a chain, at a clock that can be put ahead. */
export async function startLanes() {
  const [d1, reputation] = await Promise.all([migratedD1(), startReputation()])
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const config = { chainId: 31_337, contracts: {}, blockTimeMs: 200, demoVaults: [], startBlock: 0 }
  const chain = createChain(config, createRpc({ urls: [], blockTimeMs: 200, now }), now)
  const { REPUTATION_API_URL: url = '', REPUTATION_API_KEY: apiKey } = reputation.variables
  const provider = createReputationProvider({ url, apiKey, clientName: 'test', now })
  const parts = { provider, store: createReputationStore(d1), chain, now }
  const accounts = createAccountStore(d1)

  return {
    d1,
    clock,
    now,
    parts,
    reputation,
    run: (lane: Lane, time?: { workMs: number; endMs: number }) => runLane(lane, parts, time),
    /** Opens an account, with more wallets and accounts elsewhere if given. */
    open: (id: string, wallets: readonly [Wallet, ...Wallet[]], linked: readonly LinkedAccount[] = []) =>
      accounts.open({ wallets, linked }, 1, id),
    /** Opens the profiles p1, p2 and so on up to a number, each with the wallet of that number. */
    async openMany(to: number, from = 1): Promise<void> {
      const insert = d1.prepare('insert into profiles (id, created_at) values (?, 1)')
      const wallet = d1.prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values (?, ?, 'owner', 1, 1)`,
      )
      const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      for (let i = 0; i < ids.length; i += 100) {
        const some = ids.slice(i, i + 100)
        await d1.batch(some.flatMap((id) => [insert.bind(`p${id}`), wallet.bind(addressOf(id), `p${id}`)]))
      }
    },
    rows: async <T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> =>
      (
        await d1
          .prepare(sql)
          .bind(...values)
          .all<T>()
      ).results,
    /** A key's row among the scores. */
    async score(userkey: string) {
      const [row] = await this.rows<{
        score: number | null
        status: string
        due_at: number
        fetched_at: number | null
      }>('select * from reputation_userkey_scores where userkey = ?', userkey)
      return row
    },
    /** A profile's score and the key that it is by. */
    async canonical(profile: string) {
      const [row] = await this.rows<{ score: number; selected_userkey: string }>(
        'select score, selected_userkey from canonical_reputation_scores where user_id = ?',
        profile,
      )
      return row
    },
    /** Keys whose scores were requested since the last call. */
    fetched: (): string[] => reputation.requests.splice(0).flatMap(({ userkeys }) => userkeys),
    stop: () => reputation.stop(),
  }
}

/** Makes a provider answer every request the same: a status with headers, or garbage, or never. */
export const failing =
  (status: number, headers: Record<string, string> = {}, body = '{}'): NonNullable<Lanes['reputation']['respond']> =>
  (response) => {
    response.writeHead(status, headers).end(body)
    return true
  }
