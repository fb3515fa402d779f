/** Names of fields for keys and recovery phrases, without separators and case. */
const NAMES = /^(priv(ate)?key|secretkey|signingkey|mnemonic|seed|(seed|recovery|secret)phrase)$/
const KEY = /^(0x)?[0-9a-f]{64}$/i
/** Words of a recovery phrase (BIP-39 has 12 to 24). */
const [LEAST_WORDS, MOST_WORDS, MOST_LENGTH] = [12, 24, 512]

/** The problem of a field that holds a secret. It never repeats the value. */
export const COMPROMISED =
  'If it is a private key or a recovery phrase, it is compromised: move everything to a new wallet. Never send one to any service; this one takes none'

/** Whether a value in an unknown field of this name is a private key or a recovery phrase. */
export const isNamedKey = (name: string, value: unknown): boolean =>
  NAMES.test(name.replaceAll(/[_\s-]/g, '').toLowerCase()) && isSecret(value)

/** Whether a value may be a private key, or is a recovery phrase. */
export function isSecret(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MOST_LENGTH) return false
  const words = value.trim().split(/\s+/)
  const isPhrase =
    words.length >= LEAST_WORDS && words.length <= MOST_WORDS && words.every((word) => /^\p{L}+$/u.test(word))
  return isPhrase || KEY.test(value.trim())
}
