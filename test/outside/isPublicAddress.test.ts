import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../shared/outside/checkUrl.ts'

/** First and last address of each range of IANA's special-purpose registries, and the neighbours that are public. */
const NOT_PUBLIC = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['shared, behind carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255'],
  ['link-local, with the metadata service', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['AS112 and AMT', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved, with broadcast', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::7f00:1', '::808:808'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  ['discard-only', '100::', '100::ffff'],
  ['Teredo', '2001::1', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments', '2001:2::1', '2001:3::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff:ffff::1'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::', '3fff:fff:ffff::1'],
  ['6to4', '2002::', '2002:7f00:1::1', '2002:808:808::1'],
  ['AS112', '2620:4f:8000::1'],
  ['segment routing', '5f00::1'],
  ['not assigned', '4000::1', '8000::1', 'a000::1', 'e000::1'],
  ['unique local', 'fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  ['link-local', 'fe80::', 'fe80::1', 'febf:ffff::1'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['multicast', 'ff00::', 'ff02::1', 'ffff::1'],
]

test.each(NOT_PUBLIC)('%s is not public: %s …', (_, ...addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address) !== false)).toEqual([])
})

test('what is beside those ranges is public', () => {
  const addresses = `
    1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255
    128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255
    192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
    2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2003::1 2a00::1 3ffe::1`
    .trim()
    .split(/\s+/)
  expect(addresses.filter((address) => isPublicAddress(address) !== true)).toEqual([])
})

describe('security', () => {
  test('another spelling of an address is not an address: its meaning is ambiguous', () => {
    const spellings = ['0x7f.1', '127.1', '2130706433', '0177.0.0.1', '127.0.0.1.', ' 127.0.0.1', '1.2.3', '[::1]', '']
    expect(spellings.filter((spelling) => isPublicAddress(spelling) !== undefined)).toEqual([])
  })
})
