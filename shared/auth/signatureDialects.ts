import { bytesToHex, hexToBytes } from 'viem/utils'
import type { Hex } from 'viem'

/** A header that stands in for the derived component `@scheme` (RFC 9421 section 2.2.4) inside the library. */
const SCHEME_STAND_IN = 'x-derived-scheme'
const NEW_KEYID = /;keyid="eip155:(\d+:0x[0-9a-fA-F]{40})"/
/** Members of a structured-field dictionary: up to a comma outside quotes (RFC 8941 section 3.2). An open quote ends with the text. */
const MEMBER = /(?:[^,"]|"(?:\\.|[^"\\])*(?:"|\\?$))+/g

export interface Respelled {
  /** Headers for the library. */
  readonly headers: Headers
  /** The signature base (RFC 9421 section 2.5) that the library built, in the spelling that the client signed. */
  restore(signatureBase: Hex): Hex
}

/**
 * ERC-8128 has two spellings: `keyid="erc8128:<chain>:<address>"`, which the library knows, and the later draft's
 * `keyid="eip155:<chain>:<address>"`, which also covers `@scheme` and writes an absent query as `?` (RFC 9421 section
 * 2.2.7). The later one is translated into the library's form on the way in, and the text whose signature is checked is
 * translated back; parsing, coverage, times, digest and nonce remain the library's job.
 */
export function respell(given: Headers, url: URL): Respelled {
  const headers = new Headers(given)
  headers.set(SCHEME_STAND_IN, url.protocol.slice(0, -1))
  const originals = new Map<string, string>()
  const members = (given.get('signature-input') ?? '').match(MEMBER) ?? []
  const respelled = members.map((member) => {
    const at = member.indexOf('=') + 1
    const original = member.slice(at).trim()
    if (at === 0 || !NEW_KEYID.test(original)) return member
    const params = original
      .replace(NEW_KEYID, ';keyid="erc8128:$1"')
      .replace(/^\([^)]*\)/, (components) => components.replace('"@scheme"', `"${SCHEME_STAND_IN}"`))
    originals.set(params, original)
    return member.slice(0, at) + params
  })
  if (originals.size > 0) headers.set('signature-input', respelled.join(','))

  return {
    headers,
    restore(signatureBase) {
      const lines = new TextDecoder().decode(hexToBytes(signatureBase)).split('\n')
      const last = lines.pop() ?? ''
      const label = '"@signature-params": '
      const original = originals.get(last.slice(label.length))
      if (original === undefined) return signatureBase
      const restored = lines.map((line) => {
        if (line.startsWith(`"${SCHEME_STAND_IN}": `)) return line.replace(SCHEME_STAND_IN, '@scheme')
        return line === '"@query": ' ? `${line}?` : line
      })
      return bytesToHex(new TextEncoder().encode([...restored, label + original].join('\n')))
    },
  }
}
