import { describe, expect, test } from 'vitest'
import {
  InvalidProfileText,
  InvalidProfileUrl,
  profileSocialUri,
  profileText,
  profileUrl,
} from '../../../functions/account/accounts/profileUrl.ts'

const LIMIT = 280

describe('profileUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.COM:80/A?b=c#d', 'http://example.com/A?b=c#d'],
    ['https://example.com/ä', 'https://example.com/%C3%A4'],
    ['https://müller.example/', 'https://xn--mller-kva.example/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://example.com/@ada', 'https://example.com/@ada'],
    ['https://[2001:db8::1]:8080/', 'https://[2001:db8::1]:8080/'],
  ])('%s is stored as %s', (given, stored) => expect(profileUrl(given, LIMIT)).toBe(stored))

  test('what it stores, it takes again and leaves as it is', () => {
    const once = profileUrl('https://Müller.example/ä?ö=%20', LIMIT)
    expect(profileUrl(once, LIMIT)).toBe(once)
  })

  test.each([
    // Other schemes, plain and hidden from those that look for them.
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\rscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com/',
    'ws://example.com/',
    'blob:https://example.com/1',
    'view-source:https://example.com/',
    'ht\ttps://example.com/',
    'https\u0000://example.com/',
    // Relative to the page that shows them, and what parsers make absolute.
    '//example.com/',
    '///example.com/',
    '/\\example.com/',
    '\\\\example.com\\',
    '/path',
    'path',
    'example.com',
    '?q',
    '#x',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https:\\\\example.com',
    'https://\\example.com',
    'https://example.com\\@evil.example/',
    // No host, or another one than it seems.
    'https://',
    'https://?q',
    'https://#x',
    'https://:80/',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://@example.com/',
    'https://example.com@evil.example/',
    'https://example.com%40evil.example/',
    'https://exa mple.com/',
    'https://exa\u00admple.com/',
    'https://example\u202e.com/',
    'https://example\u200b.com/',
    'https://example.com:99999/',
    'https://[::1',
    'https://256.256.256.256/',
    // Blanks, controls and halves of characters, anywhere.
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/a b',
    'https://example.com/\n',
    'https://example.com/\u0085',
    'https://example.com/\u2028',
    'https://example.com/\ud800',
    '\ufeffhttps://example.com/',
  ])('refuses %j', (given) => expect(() => profileUrl(given, LIMIT)).toThrow(InvalidProfileUrl))

  test('bounds what is stored, which is longer than what was sent', () => {
    const path = 'ä'.repeat(60)
    expect(`https://example.com/${path}`.length).toBeLessThan(LIMIT)
    expect(() => profileUrl(`https://example.com/${path}`, LIMIT)).toThrow('percent-encoding')
  })
})

describe('profileSocialUri', () => {
  test.each([`social://${'a1'.repeat(32)}`, 'social://folder-key/avatar.png'])('takes %s', (uri) =>
    expect(profileSocialUri(uri)).toBe(uri),
  )

  test.each([
    'social://',
    'SOCIAL://abc',
    'social:abc',
    'social:/abc',
    'social:///abc',
    'social://a/../b',
    'social://a//b',
    'social://a/',
    'social://a?b',
    'social://a#b',
    'social://a@b',
    'social://a b',
    'social://a\nb',
    'social://a\n',
    'social://%61',
    'https://example.com/',
    'javascript:alert(1)',
  ])('refuses %j', (uri) => expect(() => profileSocialUri(uri)).toThrow(InvalidProfileUrl))
})

describe('profileText', () => {
  test.each([
    ['  Ada Lovelace ', 'Ada Lovelace'],
    ['e\u0301', 'é'],
    ['👩‍🚀 नमस्ते سلام', '👩‍🚀 नमस्ते سلام'],
    ['   ', ''],
  ])('%j is stored as %j', (given, stored) => expect(profileText(given)).toBe(stored))

  test.each([
    'a\u0000b',
    'a\u001fb',
    'a\nb',
    'a\tb',
    'a\u007fb',
    'a\u009fb',
    'a\u202eb',
    'a\u2066b',
    'a\ud83d',
    '\udc00a',
  ])('refuses %j', (given) => expect(() => profileText(given)).toThrow(InvalidProfileText))
})
