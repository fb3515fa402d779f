/** The address under which a direct connection without an edge is counted. */
const LOCAL = '127.0.0.1'

/**
 * The client's address as limits count it: `CF-Connecting-IP`, which the edge sets itself, and no other header. An IPv6
 * address stands for its /64 network, which belongs to one subscriber (RFC 6177); an IPv4-mapped one for its IPv4
 * address. Without the header, or if it is not an address, `127.0.0.1`.
 *
 * @example
 * clientIp(new Headers({ 'cf-connecting-ip': '2001:db8::1' })) // '2001:db8:0:0::/64'
 */
export function clientIp(headers: Headers): string {
  const ip = headers.get('cf-connecting-ip')
  if (ip === null) return LOCAL
  return (ip.includes(':') ? network(ip) : ipv4(ip)) ?? LOCAL
}

const ipv4 = (ip: string): string | undefined => (/^\d{1,3}(\.\d{1,3}){3}$/.test(ip) ? ip : undefined)

function network(ip: string): string | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(ip)) return undefined
  // The URL parser checks the address and writes it in the form of RFC 5952, all groups in hexadecimal.
  const canonical = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1)
  if (canonical === undefined) return undefined
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical)
  if (mapped)
    return mapped
      .slice(1)
      .flatMap((group) => bytes(Number.parseInt(group, 16)))
      .join('.')
  const [head = [], tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const gap = Array.from({ length: tail === undefined ? 0 : 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...gap, ...(tail ?? [])].slice(0, 4).join(':')}::/64`
}

const bytes = (group: number): number[] => [group >> 8, group & 0xff]
