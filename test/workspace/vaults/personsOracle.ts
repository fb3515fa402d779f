/** A role that somebody gave, from when to when. */
interface Tenure {
  readonly member: string
  readonly role: 'ADMIN' | 'OPERATOR'
  /** Since when the member has had a role without interruption; unix seconds, as the end. */
  readonly since: number
  to: number | null
  /** The appointer: the nodes, the wallets by which they had the role that they used, and the vault’s owner if they were that. */
  readonly by: { readonly nodes: readonly string[]; readonly wallets: readonly string[]; readonly role: string }
  readonly asOwner: string | null
  /** Steps at which it began and ended: of the order within one second. */
  readonly began: number
  ended: number
}

export interface Seen {
  readonly nodes: readonly string[]
  /** In lower case, as all addresses here. */
  readonly wallets: readonly string[]
  readonly role: string
}

interface PendingRequest extends Seen {
  readonly at: number
  readonly asOwner: string | null
}

/**
 * Knows everything that was ever proven and done, and says by search over all of it whether two are one person. It shares
 * nothing with what it judges but the names of nodes.
 */
export class PersonsOracle {
  readonly #edges: { readonly ends: readonly [string, string]; readonly from: number; to: number | null }[] = []
  readonly #tenures: Tenure[] = []
  readonly #requests = new Map<string, PendingRequest>()
  #steps = 0

  join(a: string, b: string, at: number): void {
    const lasts = this.#edges.some(({ ends, to }) => to === null && ends.includes(a) && ends.includes(b))
    if (!lasts) this.#edges.push({ ends: [a, b], from: at, to: null })
  }

  part(a: string, b: string | null, at: number): void {
    for (const edge of this.#edges)
      if (edge.to === null && edge.ends.includes(a) && (b === null || edge.ends.includes(b))) edge.to = at
  }

  /** Ends the joins of a wallet with keys and other wallets that are not among these. */
  partOthers(wallet: string, stay: readonly string[], at: number): void {
    for (const edge of this.#edges) {
      const others = edge.ends.filter((end) => end !== wallet && !end.startsWith('account:') && !stay.includes(end))
      if (edge.to === null && edge.ends.includes(wallet) && others.length > 0) edge.to = at
    }
  }

  appoint(by: Seen, member: string, role: Tenure['role'] | null, owner: string | null, at: number): void {
    const step = ++this.#steps
    const before = this.#tenures.find((one) => one.member === member && one.to === null)
    if (before) Object.assign(before, { to: at, ended: step })
    if (role === null) return
    this.#tenures.push({
      member,
      role,
      since: before?.since ?? at,
      to: null,
      by,
      asOwner: by.role === 'OWNER' ? owner : null,
      began: step,
      ended: Infinity,
    })
  }

  request(id: string, by: Seen, owner: string | null, at: number): void {
    this.#requests.set(id, { ...by, at, asOwner: by.role === 'OWNER' ? owner : null })
  }

  /**
   * The rule about a person who wants to decide on a request; `contract` is the node of the vault’s owner if that is a
   * known contract.
   */
  judge({ nodes, ...rest }: Seen, id: string, owner: string | null, contract: string | null): string | null {
    const stored = this.#requests.get(id)
    if (!stored) throw new Error('nobody asked for it')
    const known = (all: readonly string[]) => all.filter((node) => node !== 'key:unknown' && node !== contract)
    const who = { ...rest, nodes: known(nodes) }
    const request = { ...stored, nodes: known(stored.nodes) }
    const held = (one: Seen) =>
      this.#tenures.filter(
        ({ member, to }) =>
          (to === null || to >= request.at) && (one.wallets.includes(member) || one.nodes.includes(`wallet:${member}`)),
      )
    const [ofAsker, ofDecider] = [held(request), held(who)]
    const since = Math.min(request.at, ...[...ofAsker, ...ofDecider].map((one) => one.since))
    if (who.nodes.some((node) => request.nodes.includes(node))) return 'own_request'
    const asker = this.#everybody(request.nodes, since, contract)
    const decider = this.#everybody(who.nodes, since, contract)
    if (request.nodes.some((node) => decider.has(node))) return 'joined'
    if ([request, who].some((one) => !one.nodes.some((node) => node.startsWith('key:')))) return 'signer_unknown'
    if (
      who.role === 'OWNER' ||
      (owner !== null && (request.asOwner === owner || stored.nodes.includes(`wallet:${owner}`)))
    )
      return null
    const passes = (tenures: readonly Tenure[], other: ReadonlySet<string>) =>
      tenures.some((one) => this.#above(one, owner).some((node) => other.has(node)))
    if (passes(ofAsker, decider) || passes(ofDecider, asker)) return 'appointments'
    const unknown = new Set(['key:unknown'])
    return passes(ofAsker, unknown) || passes(ofDecider, unknown) ? 'signer_unknown' : null
  }

  /** Everything that a search reaches over joins since then, without joins of the contract. */
  #everybody(from: readonly string[], since: number, contract: string | null): ReadonlySet<string> {
    const found = new Set(from)
    let before = -1
    while (found.size > before) {
      before = found.size
      for (const { ends, to } of this.#edges)
        if ((to === null || to >= since) && ends.some((end) => found.has(end)))
          ends.forEach((end) => end !== contract && found.add(end))
    }
    return found
  }

  /** Nodes of all who stand between a member and the owner, as they were when they gave the role. */
  #above({ by, asOwner, began }: Tenure, owner: string | null): string[] {
    if (owner !== null && (asOwner === owner || by.nodes.includes(`wallet:${owner}`))) return []
    const power = this.#tenures.filter(
      (one) => one.role === by.role && by.wallets.includes(one.member) && one.began < began && one.ended > began,
    )
    return [...by.nodes, ...(asOwner === null ? power.flatMap((one) => this.#above(one, owner)) : [])]
  }
}
