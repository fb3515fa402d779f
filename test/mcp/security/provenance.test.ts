import { expect, test } from 'vitest'
import { callTool } from './callTool.ts'
import { answering, openDoor, ORIGIN } from './openDoor.ts'

const ADDRESS = `0x${'1'.repeat(40)}`
const NOT_PROVEN = { status: 'not_proven', source: null, by: null, message: 'it counts as proven only if …' }

async function textOf(provenance: object, tool: string, args: object): Promise<string> {
  const send = await openDoor({ VAULT: answering({ vault: ADDRESS, provenance, strategies: [] }) })
  const { text, isError } = await callTool(`${ORIGIN}/mcp`, tool, args, { send })
  expect(isError, text).toBe(false)
  return text
}
const READ = { operationId: 'getVaultStrategies', args: { address: ADDRESS } }

test('the text of a result says that nothing proves the contract, whichever parts of the answer are chosen', async () => {
  for (const fields of [undefined, ['vault']])
    expect(await textOf(NOT_PROVEN, 'call_read', { ...READ, ...(fields ? { fields } : {}) })).toContain(
      'This service could not confirm this contract: it counts as proven only if',
    )
})

test('the text of a task says it too, once', async () => {
  const text = await textOf(NOT_PROVEN, 'vault_report', { vault: ADDRESS })
  expect(text.split('could not confirm this contract')).toHaveLength(2)
})

test('it says nothing of a proven contract, and of an unknown one that it could not be checked', async () => {
  const proven = { status: 'proven', source: 'configuration', by: null, message: 'the configuration names it' }
  expect(await textOf(proven, 'call_read', READ)).not.toMatch(/could not (confirm|check)/)
  const unknown = { ...NOT_PROVEN, status: 'unknown', message: 'the registry does not answer' }
  expect(await textOf(unknown, 'call_read', READ)).toContain('could not check whether this contract is genuine')
})
