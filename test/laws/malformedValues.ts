/** Texts of parameters. */
export const TEXTS = [
  '',
  'x',
  '0x',
  '0x123',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999999',
  'null',
  'NaN',
  '🦊',
  'a'.repeat(5000),
  "<script>' OR 1=1 --",
  '__proto__',
  '\u0000',
]
/** Texts of paths, before they are encoded. */
export const IN_PATH = [
  ...TEXTS.filter((text) => text !== ''),
  '0x5FbDB2315678afecb367f032d93F642f64180AA3',
  `0x${'0'.repeat(40)}`,
  `0X${'1'.repeat(40)}`,
]
/** Of paths, as they are sent. */
export const ENCODED_IN_PATH = ['%ff', '%zz', '..%2f..%2fetc', '%00']
/** Values of fields. */
export const VALUES: readonly unknown[] = [
  null,
  {},
  [],
  -1,
  1.5,
  1e308,
  '',
  'x',
  '0x',
  'a'.repeat(5000),
  true,
  '\u0000',
  { toString: 'x' },
  [[[[]]]],
]

export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'no/such-type, */;q=x' },
  { 'if-none-match': '"'.repeat(3) },
  { 'x-request-id': 'x'.repeat(5000) },
  { origin: 'null' },
  { origin: 'https://elsewhere.example', cookie: '__Host-session=x; session=%%%' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer x.y.z' },
  { authorization: 'Basic \u00ff\u00fe' },
  { 'x-siwa-receipt': 'e30', signature: 'eth=:AA:', 'signature-input': 'eth=()' },
  { 'x-siwa-receipt': '%', signature: ':::', 'signature-input': 'eth=("@path";x="\\"' },
  { 'content-type': 'text/plain' },
]

/** Parameters that an operation does not declare. */
export const UNDECLARED = [
  ['unknown', 'x'],
  ['__proto__', 'x'],
  ['', ''],
  ['chain', '1'],
  ['minBlock', '-1'],
] as const
/** Texts of bodies. */
export const BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '1',
  'true',
  '{',
  '{"a":1,}',
  '[{}]',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1e999}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
]
