import { buildSIWAMessage } from '@buildersgarden/siwa/siwa'
import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../client/auth/checksumOf.ts'
import { signInText } from '../../../client/auth/signInText.ts'
import { seeded } from '../../support/seeded.ts'

const random = seeded('signInText')
const addresses = Array.from({ length: 50 }, () => random.account().address)
const fields = { domain: 'api.example.com:8443', uri: 'https://api.example.com:8443/api/auth/verify', chainId: 8453 }
const nonce = '0199d1f0c6c8b1d8'.repeat(4)
const issuedAt = '2026-11-23T21:55:11.123Z'

describe('happy', () => {
  test.each([undefined, '', 'Sign in to vote'])('is the text that viem writes, with the statement %j', (statement) => {
    for (const address of addresses) {
      const expected = createSiweMessage({
        ...fields,
        address,
        version: '1',
        nonce,
        issuedAt: new Date(issuedAt),
        ...(statement === undefined ? {} : { statement }),
      })
      const lines = { URI: fields.uri, Version: 1, 'Chain ID': fields.chainId, Nonce: nonce, 'Issued At': issuedAt }
      expect(signInText('Ethereum', { domain: fields.domain, address, statement }, lines)).toBe(expected)
    }
  })

  test('is the text that the SIWA client writes', () => {
    const agentRegistry = 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
    const expirationTime = '2026-11-23T22:00:11.123Z'
    for (const address of addresses) {
      const expected = buildSIWAMessage({
        ...fields,
        address,
        agentId: 7,
        agentRegistry,
        version: '1',
        nonce,
        issuedAt,
        expirationTime,
      })
      const lines = {
        URI: fields.uri,
        Version: 1,
        'Agent ID': 7,
        'Agent Registry': agentRegistry,
        'Chain ID': fields.chainId,
        Nonce: nonce,
        'Issued At': issuedAt,
        'Expiration Time': expirationTime,
      }
      expect(signInText('Agent', { domain: fields.domain, address }, lines)).toBe(expected)
    }
  })

  test('an address gets its checksum, in whatever case it comes', () => {
    for (const address of addresses)
      for (const given of [address, address.toLowerCase(), address.toUpperCase()])
        expect(checksumOf(`0x${given.slice(2)}`)).toBe(getAddress(address))
  })
})
