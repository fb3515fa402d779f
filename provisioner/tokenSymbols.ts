/** How a token's symbol is written on the SVM chain: unchanged, in ASCII, or one and then the other. */
export const SYMBOL_MODES = ['auto', 'unicode', 'ascii'] as const
export type SymbolMode = (typeof SYMBOL_MODES)[number]

const MAX_SYMBOL = 12
const MAX_NAME = 32

/** Upper-case A–Z, 0–9 and U+25A0 (■) of a symbol, at most 12; `■` and four digits of the address if none is left. */
export function unicodeSymbol(symbol: string, token: string): string {
  const kept = symbol
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9\u25a0]/g, '')
  return kept.slice(0, MAX_SYMBOL) || `\u25a0${token.slice(2, 6).toUpperCase()}`
}

/** Upper-case A–Z and 0–9 of a symbol, at most 12; `prefix` and four digits of the address if none is left. */
export function asciiSymbol(symbol: string, token: string, prefix = 'CS'): string {
  const kept = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return kept.slice(0, MAX_SYMBOL) || `${prefix}${token.slice(2, 6).toUpperCase()}`
}

/**
 * Printable ASCII of a name with single spaces, at most 32, without a leading dash that a command would read as an
 * option; `Creator Share` and six digits of the address if none is left.
 */
export function asciiName(name: string, token: string): string {
  const kept = name
    .normalize('NFKD')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/ +/g, ' ')
    .replace(/^[ -]+/, '')
    .trimEnd()
  return kept.slice(0, MAX_NAME).trimEnd() || `Creator Share ${token.slice(2, 8)}`
}

/** The symbols to try, in order and each once: those of `symbol` in the mode, then those of `fallback` in every mode. */
export function tokenSymbols(
  { symbol, fallback, token }: { symbol: string; fallback?: string | undefined; token: string },
  mode: SymbolMode,
  prefix?: string,
): string[] {
  const unicode = mode === 'ascii' ? [] : [unicodeSymbol(symbol, token)]
  const ascii = mode === 'unicode' ? [] : [asciiSymbol(symbol, token, prefix)]
  const last = fallback === undefined ? [] : [unicodeSymbol(fallback, token), asciiSymbol(fallback, token, prefix)]
  return [...new Set([...unicode, ...ascii, ...last])]
}
