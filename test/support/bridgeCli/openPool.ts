import { createHash } from 'node:crypto'

/** Plays a deployment's scripts for pools and vaults: it signs with what it was given. */
const { TOKEN_MINT, TOKEN_MINT_X, TOKEN_MINT_Y, BIN_STEP, ACTIVE_ID, FEE_BPS, BASE_FACTOR } = process.env
const given = [TOKEN_MINT, TOKEN_MINT_X, TOKEN_MINT_Y, BIN_STEP, ACTIVE_ID, FEE_BPS, BASE_FACTOR]
const text = given.filter((part) => part !== undefined).join(' ')
// Base58 has no zero.
const signature = createHash('sha256').update(text).digest('hex').replaceAll('0', 'z')
if (TOKEN_MINT !== undefined) console.log(`Vault: ${TOKEN_MINT}`)
console.log(`Signature: ${signature}`)
