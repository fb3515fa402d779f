import { expect, test } from 'vitest'
import { clientIp } from '../../shared/http/clientIp.ts'

const of = (ip: string) => clientIp(new Headers({ 'cf-connecting-ip': ip }))

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s counts as %s', (ip, counted) => {
  expect(of(ip)).toBe(counted)
})

test('one /64 is one client, the next one another', () => {
  expect(of('2001:db8:0:1::1')).toBe(of('2001:db8:0:1:ffff::2'))
  expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8:0:2::1'))
})

test.each(['unknown', '1.2.3.4, 5.6.7.8', '::1]/x[', 'fe80::1%eth0', '1:2:3', ':'.repeat(60)])(
  '%s is no address',
  (ip) => {
    expect(of(ip)).toBe('127.0.0.1')
  },
)

test('headers that a client could set itself are not read', () => {
  const headers = new Headers({
    'x-forwarded-for': '198.51.100.1',
    'x-real-ip': '198.51.100.1',
    forwarded: 'for=198.51.100.1',
  })
  expect(clientIp(headers)).toBe('127.0.0.1')
})
