import { foreignWord } from '../../../../shared/text/plainText.ts'
import { asItems, asJson, asText } from '../try/json.ts'

/** Wallets and names prove no contract. */
const PERSONS = ['account', 'basename', 'agent']

/** Says who confirms the contract at an address, by the answer of resolveName to it. Auctions of a token do not prove the token. */
export function provenanceIn(resolved: unknown): string {
  const { candidates, unread } = asJson(resolved)
  const found = asItems(candidates)
    .map(asJson)
    .find(({ kind, match }) => match === 'address' && !PERSONS.includes(asText(kind)))
  if (found) {
    const { kind, role, symbol, proof } = found
    const { source, by } = asJson(proof)
    const name = asText(role) || foreignWord(asText(symbol))
    const voucher = asText(by) || `the ${asText(source)} of this deployment`
    return `${asText(kind)}${name === '' ? '' : ` ${name}`}, confirmed by ${voucher}`
  }
  return asItems(unread).length > 0
    ? 'It is unknown whether it is genuine: a part could not be read.'
    : 'Nothing that this deployment trusts names it.'
}
