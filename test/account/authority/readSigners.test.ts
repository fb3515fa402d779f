import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { concat, encodeAbiParameters, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { signerHints, signersIn } from '../../../shared/domain/authority/readSigners.ts'

const CHAIN = 31337
const wallet = '0x00000000000000000000000000000000000a11e0'
const hash: Hex = `0x${'5a'.repeat(32)}`
const WRAPPER = [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes' }] }] as const
const wrap = (data: Hex, index = 3n) => encodeAbiParameters(WRAPPER, [[index, data]])
const hintsOf = (signature: Hex) => signerHints({ wallet, hash, signature }, CHAIN)
const boundHash = async () => (await hintsOf('0x')).boundHash
/** Answers of a contract that names every owner in question, and nobody else. */
const naming = { named: null, namesFirst: true, namesSecond: true, namesNobody: false } as const

/** A passkey and its assertions (WebAuthn), as coinbase/smart-wallet takes them. */
function passkey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: toHex(Buffer.concat([x, y].map((part) => Buffer.from(part, 'base64url')))),
    sign(challenge: Hex, type = 'webauthn.get'): Hex {
      const text = Buffer.from(challenge.slice(2), 'hex').toString('base64url')
      const clientData = Buffer.from(JSON.stringify({ type, challenge: text, origin: 'https://keys.example' }))
      const authenticatorData = Buffer.alloc(37, 5)
      const digest = createHash('sha256').update(clientData).digest()
      const signature = sign('sha256', Buffer.concat([authenticatorData, digest]), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      const [r, s] = [0, 32].map((from) => BigInt(toHex(signature.subarray(from, from + 32))))
      const components = ['bytes', 'bytes', 'uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type }))
      const values = [toHex(authenticatorData), toHex(clientData), 23n, 1n, r, s]
      return encodeAbiParameters([{ type: 'tuple', components }], [values])
    },
  }
}

describe('happy', () => {
  test('the key of an owner: of the hash, of the hash bound to the wallet, and before the wallet has code (ERC-6492)', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const [plain, bound] = [await account.sign({ hash }), await account.sign({ hash: await boundHash() })]
    const undeployed = concat([
      encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [wallet, '0x', wrap(bound)]),
      `0x${'6492'.repeat(16)}`,
    ])
    for (const signature of [plain, bound, wrap(bound), undeployed]) {
      const hints = await hintsOf(signature)
      const at = hints.recovered.indexOf(account.address)
      const answers = { ...naming, namesFirst: at === 0, namesSecond: at === 1 }
      expect(await signersIn(hints, answers)).toEqual([account.address])
    }
  })

  test('the passkey that verifies the signature, by the hash of its public key', async () => {
    const own = passkey()
    const { publicKey } = own
    const hints = await hintsOf(wrap(own.sign(await boundHash())))
    expect(hints.index).toBe(3n)
    expect(await signersIn(hints, { ...naming, named: publicKey })).toEqual([keccak256(publicKey)])
  })
})

describe('security', () => {
  test('a contract names the passkey of somebody else in vain', async () => {
    const [own, victim] = [passkey(), passkey()]
    const bound = await boundHash()
    for (const data of [own.sign(bound), victim.sign(hash), victim.sign(bound, 'webauthn.create')])
      expect(await signersIn(await hintsOf(wrap(data)), { ...naming, named: victim.publicKey })).toEqual([])
  })

  test('nobody is known where the contract does not name the key, names everybody, or an owner is a contract', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const hints = await hintsOf(wrap(await account.sign({ hash: await boundHash() })))
    const nobody = { ...naming, namesFirst: false, namesSecond: false }
    const ownedByContract = { ...nobody, named: encodeAbiParameters([{ type: 'address' }], [wallet]) }
    for (const answers of [nobody, ownedByContract, { ...naming, namesNobody: true }, { ...naming, namesNobody: null }])
      expect(await signersIn(hints, answers)).toEqual([])
  })

  test('a signature of other bytes has no signer', async () => {
    for (const bytes of ['0x', '0x00', wrap('0x'), wrap(`0x${'ff'.repeat(65)}`), `0x${'00'.repeat(4096)}`] as const)
      expect(await signersIn(await hintsOf(bytes), { ...naming, named: `0x${'11'.repeat(64)}` })).toEqual([])
  })
})
