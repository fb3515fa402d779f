import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { svmVariables } from '../../functions/lottery/env.ts'
import { readIngestSettings as settingsOf } from '../../functions/lottery/ingest/createSvmNode.ts'
import { signaturesIn } from '../../functions/lottery/ingestLotteryWebhook.ts'
import { LOCAL_HOOK_PROGRAM as HOOK } from '../../localnet/svm/startSvm.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import type { ApiError } from '../../shared/errors/ApiError.ts'
import { newSignature, toBase58 } from './svmTransactions.ts'

describe('deliveries', () => {
  const [a, b] = [newSignature(), newSignature()]
  const raw = (signature: string) => ({ transaction: { signatures: [signature, newSignature()], message: {} } })

  test.each<[string, unknown, string[]]>([
    ['raw transactions', [raw(a), raw(b)], [a, b]],
    ['one raw transaction', raw(a), [a]],
    ['enriched transactions', [{ signature: a, type: 'TRANSFER' }], [a]],
    ['a signature', { signature: a }, [a]],
    ['signatures', { signatures: [a, b] }, [a, b]],
    ['bare signatures', [a, b], [a, b]],
    ['repeated ones', [raw(a), { signature: a }, raw(b)], [a, b]],
    ['nothing', [], []],
    ['no signatures', { signatures: [] }, []],
  ])('of %s name theirs, each once', (_, delivery, signatures) => {
    expect(signaturesIn(delivery)).toEqual(signatures)
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['an empty object', {}],
    ['an item that names none', [raw(a), { meta: {} }]],
    ['an array of arrays', [[a]]],
    ['a signature that is no text', { signature: 5 }],
    ['63 bytes', { signature: toBase58(new Uint8Array(63).fill(1)) }],
    ['65 bytes', { signature: toBase58(new Uint8Array(65).fill(1)) }],
    ['letters that base58 has not', { signature: `0OIl${a.slice(4)}` }],
    ['a text of a megabyte', { signature: '1'.repeat(1_000_000) }],
    ['101 transactions', Array.from({ length: 101 }, () => raw(a))],
    ['101 signatures', { signatures: Array.from({ length: 101 }, newSignature) }],
  ])('with %s are refused', (_, delivery) => {
    const refused = () => signaturesIn(delivery)
    expect(refused).toThrow(expect.objectContaining<Partial<ApiError>>({ code: 'invalid_request' }))
  })
})

describe('settings', () => {
  const whole = { SVM_RPC_URLS: 'http://a, http://b', SVM_HOOK_PROGRAM: HOOK }
  const readIngestSettings = (env: object) => settingsOf(readEnv(z.object(svmVariables), env))

  test('name the main network by default', () => {
    expect(readIngestSettings(whole)).toEqual({
      urls: ['http://a', 'http://b'],
      program: HOOK,
      genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    })
  })

  test('that lack a node or a program are undefined', () => {
    expect(readIngestSettings({})).toBeUndefined()
    expect(readIngestSettings({ ...whole, SVM_RPC_URLS: ' ' })).toBeUndefined()
    expect(readIngestSettings({ ...whole, SVM_HOOK_PROGRAM: '' })).toBeUndefined()
  })

  test('that are wrong name the variable', () => {
    expect(() => readIngestSettings({ ...whole, SVM_HOOK_PROGRAM: 'x' })).toThrow('SVM_HOOK_PROGRAM')
    expect(() => readIngestSettings({ ...whole, SVM_GENESIS_HASH: `0x${'1'.repeat(40)}` })).toThrow('SVM_GENESIS_HASH')
  })
})
