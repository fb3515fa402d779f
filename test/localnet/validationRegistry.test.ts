import { keccak256, toHex, zeroAddress, zeroHash } from 'viem'
import { getContractEvents } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const contract = () => at().contract('validationRegistry')
const send = (role: AccountRole, name: string, args: unknown[]) => at().chain.send(role, contract(), name, args)
const read = (name: string, args: unknown[] = []) => at().chain.read(contract(), name, args)
const hashOf = (text: string) => keccak256(toHex(text))
const request = (role: AccountRole, text: string, validator = addressOf('voter'), agentId = 0) =>
  send(role, 'validationRequest', [validator, agentId, '', hashOf(text)])
const respond = (role: AccountRole, text: string, response: number, tag = '') =>
  send(role, 'validationResponse', [hashOf(text), response, '', zeroHash, tag])
const summary = (validators: AccountRole[], tag = '') => read('getSummary', [0, validators.map(addressOf), tag])

describe('happy', () => {
  test('agent 0 was attested in full, and both documents have their hash', async () => {
    const [requestHash] = Object(await read('getAgentValidations', [0]))
    const [validator, agentId, response, responseHash, tag, lastUpdate] = Object(
      await read('getValidationStatus', [requestHash]),
    )
    expect([validator, agentId, response, tag]).toEqual([addressOf('admin'), 0n, 100, 'tee-attestation'])
    expect(lastUpdate).toBeGreaterThan(0n)
    expect(await read('getValidatorRequests', [addressOf('admin')])).toEqual([requestHash])
    expect(await read('getAgentValidations', [1])).toEqual([])
    expect(await read('getIdentityRegistry')).toBe(at().world.contracts.identityRegistry)

    const documentOf = async (eventName: string, field: string) => {
      const [log] = await getContractEvents(at().chain.client, { ...contract(), eventName, fromBlock: 0n })
      return Buffer.from(String(Object(log?.args)[field]).split(',')[1] ?? '', 'base64').toString()
    }
    expect(hashOf(await documentOf('ValidationRequest', 'requestURI'))).toBe(requestHash)
    expect(hashOf(await documentOf('ValidationResponse', 'responseURI'))).toBe(responseHash)
  })

  test('a summary is the mean of what was answered, cut, by validators and tag; none named means any', async () => {
    await request('agent', 'a')
    await request('agent', 'b')
    expect(await summary(['voter'])).toEqual([0n, 0])
    await respond('voter', 'a', 0, 'x')
    await respond('voter', 'b', 55, 'y')
    expect(await summary(['voter'])).toEqual([2n, 27])
    expect(await summary(['voter'], 'x')).toEqual([1n, 0])
    expect(await summary([])).toEqual([3n, 51])
    expect(await summary(['stranger'])).toEqual([0n, 0])
    expect(await summary(['admin', 'voter'], 'tee-attestation')).toEqual([1n, 100])
  })

  test('the latest answer replaces those before it', async () => {
    await request('agent', 'a')
    await respond('voter', 'a', 90)
    await respond('voter', 'a', 10)
    expect(await summary(['voter'])).toEqual([1n, 10])
  })
})

describe('error', () => {
  test('each refusal has the text of the reference contract', async () => {
    await request('agent', 'a')
    expect(await revertOf(request('agent', 'a'))).toBe('exists')
    expect(await revertOf(request('agent', 'b', zeroAddress))).toBe('bad validator')
    expect(await revertOf(respond('voter', 'a', 101))).toBe('resp>100')
    expect(await revertOf(respond('voter', 'b', 1))).toBe('unknown')
    expect(await revertOf(read('getValidationStatus', [hashOf('b')]))).toBe('unknown')
  })
})

describe('security', () => {
  test('the owner and those it authorised ask, the named validator alone answers', async () => {
    expect(await revertOf(request('stranger', 'a'))).toBe('Not authorized')
    await at().chain.send('agent', at().contract('identityRegistry'), 'approve', [addressOf('stranger'), 0])
    await request('stranger', 'a')
    expect(await revertOf(respond('stranger', 'a', 100))).toBe('not validator')
    expect(await revertOf(respond('agent', 'a', 100))).toBe('not validator')
  })
})
