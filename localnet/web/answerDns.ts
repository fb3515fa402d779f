import type { Addresses, Names } from './Names.ts'

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
  const asked = TYPES[type]
  if (name === '' || !asked) return { status: 400, body: { error: 'Invalid request' } }
  const found: Addresses | undefined = type === 'A' ? names.lookUp(name) : names.peek(name)
  const records = (found ?? []).filter(asked.fits)
  return {
    status: 200,
    body: {
      Status: found === undefined ? 3 : 0,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: asked.number }],
      ...(records.length === 0 ? {} : { Answer: records.map((data) => ({ name, type: asked.number, TTL: 60, data })) }),
    },
  }
}
