import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { accountNode, endJoins, endJoinsOfAccount, openJoin, walletNode } from '../../../shared/store/persons.ts'
import type { WorkspaceActor } from '../../../functions/workspace/store/workspaceChange.ts'
import { lower } from '../../../shared/text/address.ts'
import { soak } from '../../support/soak.ts'
import { numbered, openVaultStore, type Who } from './openVaultStore.ts'
import { PersonsOracle, type Seen } from './personsOracle.ts'

/** Owners of the nine wallets: themselves (a key), one other, or two. Keys 0 and 1 are Ada’s, 2 and 3 Ben’s, 4 is Cleo’s. */
const OWNERS: readonly (readonly number[])[] = [[0], [1], [2], [3], [4], [0], [2], [0, 2], [1, 4]]
export const [WALLETS, KEYS] = [OWNERS.length, 5]
const address = (wallet: number): Address => numbered(0xa11e00 + wallet)
const node = (wallet: number): string => walletNode(address(wallet))
const START = 1_000_000

/** Who is signed in: with a key, or as a smart wallet by one of its owners. */
export interface Session {
  readonly wallet: number
  /** Which of its owners, by position; wraps around. */
  readonly by: number
  /** Whether the number counts those wallets alone that have a role, the owner’s among them. */
  readonly isMember: boolean
}
export type Step =
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'link'; readonly wallet: number; readonly to: number }
  | { readonly do: 'unlink' | 'delete'; readonly wallet: number }
  | { readonly do: 'transfer'; readonly wallet: number; readonly to: number }
  | { readonly do: 'own'; readonly wallet: number }
  | {
      readonly do: 'appoint'
      readonly as: Session
      readonly wallet: number
      readonly role: 'ADMIN' | 'OPERATOR' | null
    }
  | { readonly do: 'request'; readonly as: Session }
  | {
      readonly do: 'decide'
      readonly as: Session
      readonly request: number
      readonly decision: 'approved' | 'rejected' | 'cancelled'
    }

/**
 * Three persons with nine wallets over a database: does each step there and tells the oracle. Throws where the two disagree;
 * `seen` counts what the decisions came to.
 */
export function startPersonsWorld(d1: D1Database, seen: Map<string, number>) {
  const vaultStore = openVaultStore(d1)
  const oracle = new PersonsOracle()
  const owners = OWNERS.map((keys) => [...keys])
  /** Accounts by wallet. */
  const accounts = new Map<number, string>()
  /** Wallets with a role by appointment. */
  const members = new Set<number>()
  const requests: string[] = []
  let [now, owner, opened]: [number, number, number] = [START, 4, 0]
  const isSmart = (wallet: number) => wallet >= KEYS
  const isShared = (wallet: number) => isSmart(wallet) && owners[wallet]?.length !== 1
  const ownerNow = () => address(owner)
  const linkedTo = (id: string) => [...accounts].flatMap(([wallet, account]) => (account === id ? [wallet] : []))

  async function join(a: string, b: string): Promise<void> {
    await vaultStore.batch([openJoin(a, b, now)])
    oracle.join(a, b, now)
  }
  async function part(a: string, b: string | null): Promise<void> {
    await vaultStore.batch([endJoins(a, b, now)])
    oracle.part(a, b, now)
  }

  /** Links a wallet to an account, as its owner of record proves. */
  async function put(wallet: number, id: string): Promise<void> {
    accounts.set(wallet, id)
    await vaultStore.batch([
      sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
        values (${lower(address(wallet))}, ${id}, ${isSmart(wallet) ? 'smart' : 'owner'}, 0, ${now})`,
    ])
    if (!isShared(wallet)) await join(accountNode(id), node(wallet))
    await prove(wallet)
  }
  async function prove(wallet: number): Promise<void> {
    const [key] = owners[wallet] ?? []
    if (isSmart(wallet) && !isShared(wallet) && key !== undefined) await join(node(wallet), node(key))
  }
  async function take(wallet: number): Promise<void> {
    const id = accounts.get(wallet)
    if (id === undefined) return
    accounts.delete(wallet)
    await vaultStore.batch([sql`delete from profile_wallets where address = ${lower(address(wallet))}`])
    await part(accountNode(id), node(wallet))
    if (isSmart(wallet)) await part(node(wallet), null)
  }
  async function accountFor(key: number): Promise<string> {
    const known = accounts.get(key)
    if (known !== undefined) return known
    const id = `account-${++opened}`
    await put(key, id)
    return id
  }

  /** Signs in: what a session stands for now. */
  async function signIn({ wallet: wanted, by, isMember }: Session): Promise<Who> {
    const those = [...members, owner]
    const wallet = isMember ? (those[wanted % those.length] ?? wanted) : wanted
    const keys = owners[wallet] ?? []
    const key = keys[by % keys.length] ?? wallet
    if (!isSmart(wallet)) {
      const id = await accountFor(wallet)
      const linked = linkedTo(id)
      const others = linked.filter((one) => one !== wallet)
      const person = [accountNode(id), ...linked.filter((one) => !isShared(one)).map(node)]
      return { wallets: [address(wallet), ...others.map(address)], person, profileId: id }
    }
    await prove(wallet)
    return { wallets: [address(wallet)], person: [node(key), ...(isShared(wallet) ? [] : [node(wallet)])] }
  }
  const actorOf = (who: Who) => vaultStore.actorOf(who, ownerNow())
  const seenAs = ({ person, wallets, role }: WorkspaceActor): Seen => ({
    nodes: person,
    wallets: wallets.map(lower),
    role,
  })

  /** What the rule says of somebody and a request, which the oracle must say as well; null for who has no role. */
  async function judge(who: Who, id: string): Promise<{ by: WorkspaceActor; same: string | null } | null> {
    const by = await actorOf(who)
    if (!by) return null
    const same = await vaultStore.same(by, id, ownerNow())
    const expected = oracle.judge(seenAs(by), id, lower(ownerNow()))
    if (same !== expected) throw new Error(`${id}: ${same} instead of ${expected}`)
    count(`${same}`)
    return { by, same }
  }
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1)

  async function decide({ as, request, decision }: Extract<Step, { do: 'decide' }>): Promise<void> {
    const id = requests[request % Math.max(requests.length, 1)]
    if (id === undefined) return
    for (const wallet of [...members].slice(-soak(2, WALLETS)))
      await judge(await signIn({ wallet, by: as.by, isMember: false }), id)
    const who = await signIn(as)
    const judged = await judge(who, id)
    if (!judged || (judged.by.role === 'OPERATOR' && decision !== 'cancelled')) return
    const { same } = judged
    const isOwn = same === 'own_request' || same === 'joined'
    const may = { approved: same === null, rejected: !isOwn, cancelled: isOwn }[decision]
    const outcome = await vaultStore.decide(who, id, decision, ownerNow(), now)
    if (outcome !== (may ? 'done' : 'refused')) throw new Error(`${id}: ${decision} by ${same} was ${outcome}`)
    count(`${decision} ${same}`)
    if (may) requests.splice(requests.indexOf(id), 1)
  }

  return async function does(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        now += step.seconds
        return
      case 'own':
        owner = step.wallet
        return
      case 'unlink':
        return take(step.wallet)
      case 'link': {
        const { wallet, to } = step
        // A smart wallet is linked by a key that owns it, a key by an account that has both keys sign.
        const host = isSmart(wallet) ? owners[wallet]?.[to % (owners[wallet]?.length ?? 1)] : to % KEYS
        if (host === undefined || host === wallet || accounts.has(wallet)) return
        return put(wallet, await accountFor(host))
      }
      case 'delete': {
        const id = accounts.get(step.wallet)
        if (id === undefined) return
        const gone = linkedTo(id)
        await vaultStore.batch([
          ...endJoinsOfAccount(id, now, sql`true`),
          sql`delete from profile_wallets where profile_id = ${id}`,
        ])
        for (const wallet of gone) accounts.delete(wallet)
        oracle.part(accountNode(id), null, now)
        for (const wallet of gone) if (isSmart(wallet)) oracle.part(node(wallet), null, now)
        return
      }
      case 'transfer': {
        if (!isSmart(step.wallet) || isShared(step.wallet)) return
        await take(step.wallet)
        await part(node(step.wallet), null)
        owners[step.wallet] = [step.to % KEYS]
        return prove(step.wallet)
      }
      case 'appoint': {
        const who = await signIn(step.as)
        const by = await actorOf(who)
        if (!by || by.role === 'OPERATOR' || step.wallet === owner) return
        const done = await vaultStore.appoint(who, address(step.wallet), step.role, ownerNow(), now)
        if (!done) return
        members[step.role === null ? 'delete' : 'add'](step.wallet)
        oracle.appoint(seenAs(by), lower(address(step.wallet)), step.role, lower(ownerNow()), now)
        return
      }
      case 'request': {
        const who = await signIn(step.as)
        const by = await actorOf(who)
        if (!by || requests.length >= 20) return
        const id = await vaultStore.request(who, ownerNow(), now)
        if (id === null) throw new Error('a member may ask')
        oracle.request(id, seenAs(by), lower(ownerNow()), now)
        requests.push(id)
        return
      }
      case 'decide':
        return decide(step)
    }
  }
}
