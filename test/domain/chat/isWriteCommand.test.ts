import { expect, test } from 'vitest'
import { isWriteCommand, readWrite } from '../../../shared/domain/chat/isWriteCommand.ts'

test.each([
  '/keepr tend',
  'keepr report',
  '@keepr settle',
  '@bot settle-fees now',
  '/bot relay-entries',
  '/keepr@vault_bot relay-winners',
  'keepr: graduate',
  'Keepr,  queue 5',
  '  /KEEPR\n\tTend  ',
  '/keepr\u00a0tend',
  '/ke\u200bepr te\u00adnd',
  '\uff0fkeepr tend',
  '/keepr tend!',
])('changes something: %j', (command) => {
  expect(isWriteCommand(command)).toBe(true)
})

test.each([
  '',
  'tend',
  '/keepr',
  '/keepr status',
  '/keepr tending',
  '/keepr settled',
  'please keepr tend',
  '/keeper tend',
  'keeprtend',
])('changes nothing: %j', (command) => {
  expect(isWriteCommand(command)).toBe(false)
})

test.each([
  ['/keepr tend', { verb: 'tend', argument: '' }],
  ['@bot  Settle-Fees  NOW', { verb: 'settle-fees', argument: 'now' }],
  ['keepr, queue 5 10', { verb: 'queue', argument: '5 10' }],
  ['/keepr tend!', { verb: 'tend', argument: '' }],
  ['/keepr settle-all', null],
  ['/keepr tend?', null],
])('%j asks for %j', (command, write) => {
  expect(readWrite(command)).toEqual(write)
})

test('a long command takes no long time', () => {
  expect(isWriteCommand(`/keepr@${'a.-'.repeat(1365)}`)).toBe(false)
  expect(isWriteCommand(' '.repeat(4096))).toBe(false)
})
