/** Addresses of one host. */
export type Addresses = readonly string[]

/** Public, and never connected to: a stand-in for the internet keeps its hosts in memory. */
const firstAddress = [93, 184, 216]

/** Which host is at which address. A name may be told to answer otherwise from one look-up to the next. */
export class Names {
  readonly #own = new Map<string, string>()
  readonly #told = new Map<string, Addresses[]>()

  /** The address of a host, which has one from now on. */
  give(host: string): string {
    const known = this.#own.get(host)
    if (known !== undefined) return known
    const number = this.#own.size + 1
    const address = [...firstAddress.slice(0, 2), (firstAddress[2] ?? 0) + (number >> 8), number & 255].join('.')
    this.#own.set(host, address)
    return address
  }

  /** From now on successive look-ups of a name find these; the last one stays. */
  tell(host: string, lookups: readonly Addresses[]): void {
    this.#told.set(host, [...lookups])
  }

  /** Looks a name up once; undefined for one that does not exist. */
  lookUp(host: string): Addresses | undefined {
    const told = this.#told.get(host)
    const own = this.#own.get(host)
    if (!told) return own === undefined ? undefined : [own]
    return told.length > 1 ? told.shift() : told[0]
  }

  /** What the next look-up will find. */
  peek(host: string): Addresses | undefined {
    const own = this.#own.get(host)
    return this.#told.get(host)?.[0] ?? (own === undefined ? undefined : [own])
  }

  /** Whether a host of this web is at an address. */
  has(address: string): boolean {
    return [...this.#own.values()].includes(address)
  }
}
