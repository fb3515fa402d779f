import { sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import type { Claimant } from '../../../shared/domain/authority/Claimant.ts'
import { claimOf } from '../../../shared/domain/authority/claimOf.ts'
import { personOf } from '../../../shared/domain/authority/personOf.ts'
import { createAccountStore } from '../../../shared/store/accounts.ts'
import { accountNode, endJoins, endJoinsOfAccount, openJoin, walletNode } from '../../../shared/store/persons.ts'
import type { WorkspaceActor } from '../../../functions/workspace/store/workspaceChange.ts'
import { lower } from '../../../shared/text/address.ts'
import { soak } from '../../support/soak.ts'
import { numbered, openVaultStore, type Who } from './openVaultStore.ts'
import { PersonsOracle, type Seen } from './personsOracle.ts'

/**
 * Owners of the wallets: themselves (a key), other keys, or other wallets. Keys 0 and 1 are Ada’s, 2 and 3 Ben’s, 4 is Cleo’s.
 * Wallet 9 is also owned by wallet 5; wallet 10 lists no owners.
 */
const OWNERS: readonly (readonly number[])[] = [[0], [1], [2], [3], [4], [0], [2], [0, 2], [1, 4], [2, 5], [3]]
const SILENT = 10
export const [WALLETS, KEYS] = [OWNERS.length, 5]
const address = (wallet: number): Address => getAddress(numbered(0xa11e00 + wallet))
const node = (wallet: number): string => walletNode(address(wallet))
const START = 1_000_000

/** The nodes, if they are the expected ones. */
function as(nodes: readonly string[], expected: readonly string[]): readonly string[] {
  const [found, wanted] = [nodes, [...new Set(expected)]].map((all) => all.toSorted().join(' '))
  if (found !== wanted) throw new Error(`${found} instead of ${wanted}`)
  return nodes
}

/** A person who acts: with a key, or as a smart wallet by one of its owners. */
export interface Session {
  readonly wallet: number
  /** Which of its owners, by position; wraps around. */
  readonly by: number
  /** Whether the number counts those wallets alone that have a role, the owner’s among them. */
  readonly isMember: boolean
  /** By a session, by a request that an agent signs, or by a hand-off to the canonical wallet of the key’s account. */
  readonly how: 'session' | 'agent' | 'handoff'
  /** Whether a session is a new one: an older one joins nothing. */
  readonly isNew: boolean
}
export type Step =
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'link'; readonly wallet: number; readonly to: number }
  | { readonly do: 'unlink' | 'delete'; readonly wallet: number }
  | { readonly do: 'transfer'; readonly wallet: number; readonly to: number; readonly isFinal: boolean }
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

/** A person who acts, apart from nodes: the key that signed, and the wallets that they act for. */
interface Acting {
  readonly who: (owner: Address) => Who
  readonly key: number | null
  readonly wallets: readonly number[]
}

/**
 * Three persons with eleven wallets over a database: does each step there and in the oracle. Throws where the two disagree, and
 * where one key, or one wallet but for a contract that owns the vault, takes both parts of an approval; `seen` counts what
 * the decisions came to.
 */
export function startPersonsWorld(d1: D1Database, seen: Map<string, number>) {
  const [vaultStore, store] = [openVaultStore(d1), createAccountStore(d1)]
  const oracle = new PersonsOracle()
  const owners = OWNERS.map((keys) => [...keys])
  /** Accounts by wallet. */
  const accounts = new Map<number, string>()
  /** Wallets with a role by appointment. */
  const members = new Set<number>()
  const requests: string[] = []
  /** Requesters, apart from nodes, and the vault’s owner then. */
  const askers = new Map<string, Acting & { readonly owner: number }>()
  const signedIn = new Set<string>()
  /** Accounts that a smart wallet opened by its own first sign-in. */
  const made = new Map<string, number>()
  let [now, owner]: [number, number] = [START, 4]
  const isSmart = (wallet: number) => wallet >= KEYS
  const ownersOf = (wallet: number) => owners[wallet] ?? []
  /** The node of the contract that owns the vault, if it has been here. */
  const contractNow = () => (isSmart(owner) && accounts.has(owner) ? node(owner) : null)
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
  async function put(wallet: number, id: string, by: number): Promise<void> {
    accounts.set(wallet, id)
    await vaultStore.batch([
      sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at, owner)
        values (${lower(address(wallet))}, ${id}, ${isSmart(wallet) ? 'smart' : 'owner'}, 0, ${now},
          ${isSmart(wallet) ? lower(address(by)) : null})`,
    ])
    await join(accountNode(id), node(wallet))
    if (isSmart(wallet)) await join(node(wallet), node(by))
  }
  async function take(wallet: number): Promise<void> {
    const id = accounts.get(wallet)
    if (id === undefined) return
    accounts.delete(wallet)
    await vaultStore.batch([sql`delete from profile_wallets where address = ${lower(address(wallet))}`])
    await part(accountNode(id), node(wallet))
    if (isSmart(wallet)) await part(node(wallet), null)
  }
  /** Signs in, which opens an account where there is none; `by` is the owner of a smart wallet. */
  async function signIn(wallet: number, by: number): Promise<string> {
    const signers = keysOf(wallet, by).map(address)
    const proof = {
      wallet: address(wallet),
      owner: wallet === SILENT ? null : address(by),
      signed: null,
      counterfactual: false,
      singleOwner: ownersOf(wallet).length === 1,
      block: null,
    }
    const proven = isSmart(wallet) ? { kind: 'smart' as const, proof, signers } : { kind: 'owner' as const }
    const { profileId } = await store.open({ wallets: [{ address: address(wallet), ...proven }] }, now)
    if (!accounts.has(wallet)) {
      accounts.set(wallet, profileId)
      if (isSmart(wallet)) made.set(profileId, wallet)
      oracle.join(accountNode(profileId), node(wallet), now)
      if (isSmart(wallet) && proof.owner) oracle.join(node(wallet), node(by), now)
    }
    if (isSmart(wallet) && signers.length > 0) {
      oracle.partOthers(node(wallet), signers.map(walletNode), now)
      for (const one of signers) oracle.join(node(wallet), walletNode(one), now)
    }
    return profileId
  }
  /** The keys that a signature of an owner shows: none of an owner that is a wallet, nor of a wallet that lists no owners. */
  const keysOf = (wallet: number, by: number): number[] => (wallet === SILENT || by >= KEYS ? [] : [by])

  /** The acting person, as the authority sees them. */
  async function act({ wallet: wanted, by: position, isMember, how, isNew }: Session): Promise<Acting> {
    const those = [...members, owner]
    const wallet = isMember ? (those[wanted % those.length] ?? wanted) : wanted
    const by = ownersOf(wallet)[position % ownersOf(wallet).length] ?? wallet
    const before = `${wallet} ${by}`
    if (isNew || how === 'agent' || !accounts.has(wallet) || !signedIn.has(before)) await signIn(wallet, by)
    signedIn.add(before)
    const claim = await claimOf(await claimantOf(wallet, how), store)
    const keys = keysOf(wallet, by).map(address)
    const account = claim.isAccount ? claim.account : null
    const wallets = [...new Set([claim.address, ...(account?.wallets ?? []).map((one) => one.address)])]
    const own = [...Array(WALLETS).keys()].filter((one) => wallets.includes(address(one)))
    const id = accounts.get(wallet) ?? ''
    return {
      key: keysOf(wallet, by)[0] ?? null,
      wallets: own,
      who: (ownerThen) => ({
        wallets: [claim.address, ...wallets.filter((one) => one !== claim.address)],
        person: as(personOf(claim, keys, ownerThen), [
          ...(keys.length > 0 ? keys.flatMap((key) => [`key:${lower(key)}`, walletNode(key)]) : ['key:unknown']),
          ...(isSmart(wallet) ? [wallet] : linkedTo(id)).filter((one) => !isSmart(one) || one !== owner).map(node),
          ...(isSmart(wallet)
            ? linkedTo(id)
                .filter((one) => made.get(id) === wallet && one !== wallet)
                .map(node)
            : []),
          ...((isSmart(wallet) ? made.get(id) === wallet : true) && made.get(id) !== owner ? [accountNode(id)] : []),
        ]),
        ...(account ? { profileId: account.profileId } : {}),
      }),
    }
  }
  async function claimantOf(wallet: number, how: Session['how']): Promise<Claimant> {
    const self = address(wallet)
    const [signedBy, method] = isSmart(wallet) ? (['contract', 'contract'] as const) : (['key', 'key'] as const)
    if (how === 'agent') return { kind: 'siwa', address: self, signedBy, receiptFor: signedBy, signature: null }
    const session = { kind: 'session', id: '', scope: 'full', by: self, proofs: [] } as const
    const smart = linkedTo(accounts.get(wallet) ?? '').find(isSmart)
    return how === 'handoff' && !isSmart(wallet)
      ? { ...session, address: address(smart ?? wallet), method: 'handoff', profileId: accounts.get(wallet) ?? null }
      : { ...session, address: self, method, profileId: null }
  }
  const actorOf = ({ who }: Acting) => vaultStore.actorOf(who(ownerNow()), ownerNow())
  const seenAs = ({ person, wallets, role }: WorkspaceActor): Seen => ({
    nodes: person,
    wallets: wallets.map(lower),
    role,
  })

  /** The rule's verdict on a person and a request, which the oracle must share; null without a role. */
  async function judge(who: Acting, id: string): Promise<{ by: WorkspaceActor; same: string | null } | null> {
    const by = await actorOf(who)
    if (!by) return null
    const same = await vaultStore.same(by, id, ownerNow())
    const expected = oracle.judge(seenAs(by), id, lower(ownerNow()), contractNow())
    if (same !== expected) throw new Error(`${id}: ${same} instead of ${expected}`)
    count(`${same}`)
    return { by, same }
  }
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1)

  async function decide({ as, request, decision }: Extract<Step, { do: 'decide' }>): Promise<void> {
    const id = requests[request % Math.max(requests.length, 1)]
    if (id === undefined) return
    for (const wallet of [...members].slice(-soak(2, WALLETS)))
      await judge(await act({ ...as, wallet, isMember: false }), id)
    const who = await act(as)
    const judged = await judge(who, id)
    if (!judged || (judged.by.role === 'OPERATOR' && decision !== 'cancelled')) return
    const { same } = judged
    const isOwn = same === 'own_request' || same === 'joined'
    const may = { approved: same === null, rejected: !isOwn && same !== 'too_many_joins', cancelled: isOwn }[decision]
    const outcome = await vaultStore.decide(who.who(ownerNow()), id, decision, ownerNow(), now)
    if (outcome !== (may ? 'done' : 'refused')) throw new Error(`${id}: ${decision} by ${same} was ${outcome}`)
    count(`${decision} ${same}`)
    if (outcome === 'done' && decision === 'approved') requireTwo(askers.get(id), who)
    if (may) requests.splice(requests.indexOf(id), 1)
  }

  /** Two parts of an approval: two keys, and no wallet in common but a contract that owns the vault. */
  function requireTwo(asker: (Acting & { readonly owner: number }) | undefined, approver: Acting): void {
    const owning = [owner, asker?.owner].filter((one) => one !== undefined && isSmart(one))
    const common = asker?.wallets.filter((one) => approver.wallets.includes(one) && !owning.includes(one))
    if (asker?.key == null || approver.key === null || asker.key === approver.key || common?.length !== 0)
      throw new Error(`approved alone: ${JSON.stringify([asker, approver])}`)
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
        const host = isSmart(wallet) ? ownersOf(wallet)[to % ownersOf(wallet).length] : to % KEYS
        if (host === undefined || host === wallet || isSmart(host) || wallet === SILENT || accounts.has(wallet)) return
        return put(wallet, await signIn(host, host), host)
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
        // Its owner is another, and the link goes once that is final.
        if (!isSmart(step.wallet) || ownersOf(step.wallet).length > 1) return
        owners[step.wallet] = [step.to % KEYS]
        for (const one of signedIn) if (one.startsWith(`${step.wallet} `)) signedIn.delete(one)
        return step.isFinal ? take(step.wallet) : undefined
      }
      case 'appoint': {
        const who = await act(step.as)
        const by = await actorOf(who)
        if (!by || by.role === 'OPERATOR' || step.wallet === owner) return
        const done = await vaultStore.appoint(who.who(ownerNow()), address(step.wallet), step.role, ownerNow(), now)
        if (!done) return
        members[step.role === null ? 'delete' : 'add'](step.wallet)
        oracle.appoint(seenAs(by), lower(address(step.wallet)), step.role, lower(ownerNow()), now)
        return
      }
      case 'request': {
        const who = await act(step.as)
        const by = await actorOf(who)
        if (!by || requests.length >= 20) return
        const id = await vaultStore.request(who.who(ownerNow()), ownerNow(), now)
        if (id === null) throw new Error('a member may ask')
        oracle.request(id, seenAs(by), lower(ownerNow()), now)
        requests.push(id)
        askers.set(id, { ...who, owner })
        return
      }
      case 'decide':
        return decide(step)
    }
  }
}
