import { describe, expect, test } from 'vitest'
import { decodeProgramEvent } from '../../../functions/lottery/tickets/anchorEvents.ts'
import { inboxEvents } from '../../../functions/lottery/tickets/inboxEvents.ts'
import { programData } from '../../../functions/lottery/tickets/programData.ts'
import { LOCAL_HOOK_PROGRAM as HOOK } from '../../../localnet/svm/startSvm.ts'
import {
  buyLogs,
  data,
  invocation,
  LINKED_BUYER,
  MINT,
  OTHER_PROGRAM,
  relayedBytes,
  ticketBytes,
  toBase58,
} from '../svmTransactions.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const ticket = data(ticketBytes())
const linesOf = (logs: readonly string[]) => programData(logs, HOOK).lines.length

describe('data lines', () => {
  test('are numbered by the invocation of the program and by their place in it', () => {
    const logs = [
      ...invocation(HOOK, 1, [ticket, ticket]),
      ...invocation(OTHER_PROGRAM, 1, [ticket, ...invocation(HOOK, 2, [ticket])]),
    ]
    expect(programData(logs, HOOK)).toMatchObject({
      fault: null,
      lines: [
        { invocation: 0, index: 0 },
        { invocation: 0, index: 1 },
        { invocation: 1, index: 0 },
      ],
    })
  })

  test('go on counting after a program that the program called has returned', () => {
    const logs = invocation(HOOK, 1, [ticket, ...invocation(OTHER_PROGRAM, 2, [ticket]), ticket])
    expect(programData(logs, HOOK).lines.map(({ index }) => index)).toEqual([0, 1])
  })

  test('count for an inner invocation of the program on its own', () => {
    const logs = invocation(HOOK, 1, [ticket, ...invocation(HOOK, 2, [ticket]), ticket])
    expect(programData(logs, HOOK).lines.map(({ invocation: n, index }) => [n, index])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ])
  })

  test.each<[string, string[]]>([
    ['a program that calls the hook', invocation(OTHER_PROGRAM, 1, [ticket, ...invocation(HOOK, 2, [])])],
    ['a program that the hook calls', invocation(HOOK, 1, invocation(OTHER_PROGRAM, 2, [ticket]))],
    ['a program after the hook has returned', [...invocation(HOOK, 1, []), ...invocation(OTHER_PROGRAM, 1, [ticket])]],
    ['no program at all', [ticket]],
    ['text that looks like data', invocation(HOOK, 1, [`Program log: ${ticket}`])],
    ['text with a line feed before data', invocation(HOOK, 1, [`Program log: x\n${ticket}`])],
    ['a return value', invocation(HOOK, 1, [`Program return: ${HOOK} ${base64(ticketBytes())}`])],
  ])('do not count from %s', (_, logs) => {
    expect(linesOf(logs)).toBe(0)
  })

  test.each([
    ['an invocation', [`Program log: Program ${HOOK} invoke [2]`, ticket]],
    ['an invocation without a prefix', ['Program log: invoke [2]', ticket]],
    ['an invocation in data', ['Program data: invoke [2]', ticket]],
    ['an invocation after a line feed', [`Program log: x\nProgram ${HOOK} invoke [2]`, ticket]],
    ['a return', [`Program log: Program ${OTHER_PROGRAM} success`, ...invocation(HOOK, 2, []), ticket]],
  ])('do not count where a program’s text pretends %s', (_, inner) => {
    expect(programData(invocation(OTHER_PROGRAM, 1, inner), HOOK)).toEqual({ lines: [], fault: null, open: [] })
  })

  test('before the runtime cut the logs off are kept, and the cut is reported', () => {
    const logs = [...invocation(HOOK, 1, [ticket]), `Program ${HOOK} invoke [1]`, 'Log truncated']
    expect(programData(logs, HOOK)).toMatchObject({ lines: [{ index: 0 }], fault: 'logs_truncated', open: [1] })
  })

  test('a program’s own words “Log truncated” cut nothing', () => {
    expect(programData(invocation(HOOK, 1, ['Program log: Log truncated', ticket]), HOOK).fault).toBeNull()
  })

  test.each([
    ['an invocation too deep', [`Program ${HOOK} invoke [2]`]],
    ['a return of another program', [`Program ${HOOK} invoke [1]`, `Program ${OTHER_PROGRAM} success`]],
    ['a return of nobody', [`Program ${HOOK} success`]],
    ['an invocation without end', [`Program ${HOOK} invoke [1]`, ticket]],
  ])('after %s are not trusted', (_, logs) => {
    expect(programData(logs, HOOK).fault).toBe('logs_malformed')
  })
})

describe('events', () => {
  test('are read byte by byte', () => {
    // sha256("event:LotteryEntryRecorded") begins with these 8 bytes; the rest is written out by hand.
    const bytes = Buffer.concat([
      Buffer.from('91168fca83aa66ab', 'hex'),
      Buffer.alloc(32, 0x11),
      Buffer.alloc(32, 0x22),
      Buffer.from('ffffffffffffffff', 'hex'),
      Buffer.from('0100000000000000', 'hex'),
      Buffer.from('02000000', 'hex'),
    ])
    expect(decodeProgramEvent(base64(bytes))).toEqual({
      name: 'LotteryEntryRecorded',
      creatorMint: toBase58(Buffer.alloc(32, 0x11)),
      buyer: toBase58(Buffer.alloc(32, 0x22)),
      amount: 18_446_744_073_709_551_615n,
    })
    expect(decodeProgramEvent(base64(relayedBytes()))).toEqual({ name: 'EntriesRelayed' })
    expect(decodeProgramEvent(base64(ticketBytes()))).toMatchObject({
      creatorMint: MINT,
      buyer: LINKED_BUYER,
      amount: 5n,
    })
  })

  test.each([
    ['of another kind', base64(new Uint8Array(40).fill(7))],
    ['of fewer than 8 bytes', base64(ticketBytes().subarray(0, 7))],
    ['without bytes', ''],
  ])('%s are none', (_, text) => {
    expect(decodeProgramEvent(text)).toBeNull()
  })

  test.each([
    ['a byte short', base64(ticketBytes().subarray(0, 91)), 'malformed_event'],
    ['a byte long', base64(Buffer.concat([ticketBytes(), Buffer.alloc(1)])), 'malformed_event'],
    ['a relay of another length', base64(Buffer.concat([relayedBytes(), Buffer.alloc(1)])), 'malformed_event'],
    ['cut-off base64', base64(ticketBytes()).slice(0, -3), 'undecodable_data'],
    ['base64 with foreign letters', `${base64(ticketBytes()).slice(0, -4)}-_==`, 'undecodable_data'],
    ['two fields', `${base64(ticketBytes())} AAAA`, 'undecodable_data'],
    ['an amount of zero', base64(ticketBytes({ amount: 0n })), 'zero_amount'],
  ])('with %s are unreadable', (_, text, reason) => {
    expect(decodeProgramEvent(text)).toEqual({ name: 'unreadable', reason })
  })

  test('of an invocation that relays are marked, before and after the mark, and of no other', () => {
    const logs = [...invocation(HOOK, 1, [ticket, data(relayedBytes()), ticket]), ...buyLogs({})]
    const transaction = {
      slot: 1,
      meta: { err: null, logMessages: logs },
      transaction: { signatures: ['s'], message: { accountKeys: [HOOK] } },
    }
    expect(
      inboxEvents('s', transaction, HOOK).events.map(({ instructionKind, eventIndex }) => [
        instructionKind,
        eventIndex,
      ]),
    ).toEqual([
      ['relay_entries_reemit', 0],
      ['relay_entries_reemit', 2],
      ['buy_path', 0],
    ])
  })
})
