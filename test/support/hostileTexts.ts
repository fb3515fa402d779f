export const MIB = 1_048_576
/** An expression is interpreted at first, and compiled later: the two have stacks of their own. */
export const TIMES = 50

/** Texts that make a regular expression backtrack again and again, by its class. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'a run of base58': '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF',
  'a run of hex': '0123456789abcdef',
  'a run of base64': 'QWxhZGRpbjpvcGVu+/',
  spaces: ' ',
  quotes: '"',
  'escaped quotes': '\\"',
  'nested brackets': '[{(',
  'percent signs': '%',
  'halves of surrogates': '\ud800',
  'one line of key=value': 'key=value; at: null ',
  'a list of numbers': '12, ',
  'equals signs': '=',
  slashes: '/',
  dots: '.',
  zeros: '0',
  'zero bytes': '\0',
}

/** A text of a class, which ends in what fits nowhere. */
export const hostileText = (part: string, length: number): string =>
  `${part.repeat(Math.ceil(length / part.length)).slice(0, length)}\u0001\n`
