import { describe, expect, test } from 'vitest'
import { checkUrl } from '../../shared/outside/checkUrl.ts'
import { Unread } from '../../shared/outside/ReadOutside.ts'

const OWN = 'http://127.0.0.1:8787'
const check = (text: string) => checkUrl(text, OWN)

/** The sentence with which a URL is refused; undefined if it is not. */
function refusalOf(text: string): string | undefined {
  try {
    check(text)
  } catch (error) {
    if (error instanceof Unread && error.failure === 'refused') return error.message
    throw error
  }
  return undefined
}

test('https on its own port or 8443, by name or public address, without the fragment', () => {
  const hrefs = ['https://a.example', 'https://a.example:443/x?y#z', 'https://a.example:8443/', 'https://8.8.8.8/']
  expect(hrefs.map((href) => check(href).url.href)).toEqual([
    'https://a.example/',
    'https://a.example/x?y',
    'https://a.example:8443/',
    'https://8.8.8.8/',
  ])
  expect(hrefs.map((href) => check(href).isNamed)).toEqual([true, true, true, false])
  expect(check('https://[2606:4700:4700::1111]/')).toMatchObject({ isNamed: false, isOwn: false })
  expect(check('https://bücher.example/ä').url.href).toBe('https://xn--bcher-kva.example/%C3%A4')
  expect(check(`https://a.example/${'x'.repeat(2048 - 18)}`).isOwn).toBe(false)
})

test('the service’s own origin, on a machine also by http and on its port', () => {
  expect(check('http://127.0.0.1:8787/agents')).toMatchObject({ isOwn: true, isNamed: false })
  expect(check('http://2130706433:8787/agents').isOwn).toBe(true)
  const near = ['http://127.0.0.1:8788/', 'http://127.0.0.1/', 'http://localhost:8787/', 'https://127.0.0.1:8787/']
  expect(near.filter((href) => refusalOf(href) === undefined)).toEqual([])
})

test('the service’s own origin by https is a public host like any other: its name is looked up', () => {
  const own = 'https://api.example.com'
  expect(checkUrl(`${own}/agents`, own)).toMatchObject({ isOwn: false, isNamed: true })
})

describe('security', () => {
  test.each([
    ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001'],
    ['127.0.0.1.', '127。0。0。1', '①②⑦.0.0.1', '127.0.0.0x1', '%31%32%37.0.0.1', '0', '0x', '0.0.0.0'],
    ['10.1.2.3', '0xa.1.2.3', '167838211', '172.16.0.1', '192.168.0.1', '169.254.169.254', '2852039166', '100.64.0.1'],
    ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[fe80::1]'],
    ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[fd00::1]', '[ff02::1]', '[2001:db8::1]', '[fec0::1]'],
  ])('an address that is not public is refused in every spelling: %s …', (...hosts) => {
    expect(hosts.filter((host) => refusalOf(`https://${host}/`) !== 'the address is not public')).toEqual([])
  })

  test('names of no public host are refused', () => {
    const tooLong = [`${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`]
    const hosts = `
      localhost LOCALHOST foo.localhost localhost. a.example. printer metadata a..example
      printer.local metadata.google.internal x.onion 1.0.0.127.in-addr.arpa router.home.arpa a.test a.invalid a.alt
      a.b .example a_.-.example`
      .trim()
      .split(/\s+/)
      .concat(tooLong)
    expect(hosts.filter((host) => refusalOf(`https://${host}/`) === undefined)).toEqual([])
  })

  test.each([
    ['only https URLs are read', 'http://a.example/', 'ftp://a.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ['only https URLs are read', 'blob:https://a.example/x', 'ws://a.example/', 'gopher://a.example/', 'about:blank'],
    ['only ports 443 and 8443 are asked', 'https://a.example:22/', 'https://a.example:80/', 'https://a.example:65535/'],
    ['the URL contains user information', 'https://u@a.example/', 'https://u:p@a.example/', 'https://:p@a.example/'],
    ['the URL contains user information', 'http://u@127.0.0.1:8787/', 'https://a.example@127.0.0.1/'],
    [
      'the URL contains blanks or control characters',
      'https://a.example/\n',
      ' https://a.example/',
      'https://a\t.example',
    ],
    ['the URL contains blanks or control characters', 'https://a.example/\u0000', 'https://a.example/x y', '\u00a0'],
    [
      'the URL is malformed',
      '',
      'a.example',
      '//a.example/',
      'https://',
      'https://[',
      'https://[::1',
      'https://256.1.1.1/',
    ],
    ['the URL is malformed', 'https://127.0.0.1.5/', 'https://a.example:99999/', 'https://exa<mple.example/'],
    ['URLs are at most 2048 characters long', `https://a.example/${'x'.repeat(2048)}`],
  ])('%s: %s …', (sentence, ...urls) => {
    expect(urls.map(refusalOf)).toEqual(urls.map(() => sentence))
  })

  test('what looks like another host is judged by the host that it has', () => {
    expect(check('https:\\\\a.example\\@127.0.0.1/').url.hostname).toBe('a.example')
    expect(check('https:a.example').url.hostname).toBe('a.example')
    expect(check('https://a.example/?@127.0.0.1').url.hostname).toBe('a.example')
    expect(refusalOf('https:/127.0.0.1/')).toBe('the address is not public')
  })
})
