const BEARER = 'PROVISIONER_BEARER_TOKEN'

/**
 * The bearer token gives access to the payer's funds, so no other part of the deployment may know it under another name.
 *
 * Throws an Error that names every variable with the same value, without the value.
 */
export function requireOwnBearer(env: object): void {
  const values = Object.entries(env).map(([name, value]) => ({ name, value: String(value).trim() }))
  const bearer = values.find(({ name }) => name === BEARER)?.value ?? ''
  const same = values.filter(({ name, value }) => bearer !== '' && name !== BEARER && value === bearer)
  if (same.length > 0)
    throw new Error(`${BEARER}: must differ from ${same.map(({ name }) => name).join(', ')}; generate another token`)
}
