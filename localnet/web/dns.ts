/** Addresses of one host. */
export type Addresses = readonly string[]

/** Public, and never connected to: a stand-in for the internet keeps its hosts in memory. */
const firstAddress = [93, 184, 216]

/** Which host is at which address. `answer` makes a name answer differently from one look-up to the next. */
export class Names {
  readonly #own = new Map<string, string>()
  readonly #answers = new Map<string, Addresses[]>()

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
  answer(host: string, lookups: readonly Addresses[]): void {
    this.#answers.set(host, [...lookups])
  }

  /** Looks a name up once; undefined for one that does not exist. */
  lookUp(host: string): Addresses | undefined {
    const answers = this.#answers.get(host)
    const own = this.#own.get(host)
    if (!answers) return own === undefined ? undefined : [own]
    return answers.length > 1 ? answers.shift() : answers[0]
  }

  /** The result of the next look-up. */
  peek(host: string): Addresses | undefined {
    const own = this.#own.get(host)
    return this.#answers.get(host)?.[0] ?? (own === undefined ? undefined : [own])
  }

  /** Whether a host of this web is at an address. */
  has(address: string): boolean {
    return [...this.#own.values()].includes(address)
  }
}

/** Types of resource records (RFC 1035 section 3.2.2, RFC 3596), and of the addresses in them. */
const TYPES: Readonly<Record<string, { readonly number: number; readonly fits: (address: string) => boolean }>> = {
  A: { number: 1, fits: (address) => !address.includes(':') },
  AAAA: { number: 28, fits: (address) => address.includes(':') },
}

/**
 * Answers a look-up in the JSON form of public resolvers. A browser of DNS asks for both types of address at a time: it
 * is the look-up for `A` that moves a name on to its next answer.
 */
export function answerDns(names: Names, search: URLSearchParams): { status: number; body: unknown } {
  const name = (search.get('name') ?? '').toLowerCase().replace(/\.$/, '')
  const type = search.get('type') ?? 'A'
  const record = TYPES[type]
  if (name === '' || !record) return { status: 400, body: { error: 'Invalid request' } }
  const found: Addresses | undefined = type === 'A' ? names.lookUp(name) : names.peek(name)
  const records = (found ?? []).filter(record.fits)
  return {
    status: 200,
    body: {
      Status: found === undefined ? 3 : 0,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: record.number }],
      ...(records.length === 0
        ? {}
        : { Answer: records.map((data) => ({ name, type: record.number, TTL: 60, data })) }),
    },
  }
}
