import ipaddr from 'ipaddr.js'

/** All that has been assigned for public use of IPv6 so far (RFC 4291 section 2.4); special ranges within it are refused too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to a host of the public internet; undefined for what is not an address, as four decimal
 * numbers (RFC 6943 section 3.1.1) or as RFC 4291 section 2.2 writes IPv6.
 *
 * Not public: the special-purpose registries of IANA (RFC 6890: private, loopback, link-local, shared, documentation,
 * benchmarking, multicast, reserved …), and every form in which IPv6 carries an IPv4 address, since that may be private:
 * mapped, compatible, translated (NAT64), 6to4, Teredo.
 */
export function isPublicAddress(text: string): boolean | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}
